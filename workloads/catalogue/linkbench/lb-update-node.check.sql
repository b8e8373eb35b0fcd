SELECT COUNT(*) = 1 AS "ok::bool"
FROM Obj
WHERE id = 9000002 AND version = 1 AND payload = 'uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu'
