SELECT COUNT(*) = 1 AS "ok::bool"
FROM LINK
WHERE src = 0 AND dst = 2 AND ltype = 98 AND payload = 'uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu'
