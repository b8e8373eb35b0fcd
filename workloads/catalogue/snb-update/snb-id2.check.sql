SELECT COUNT(*) = 0 AND (SELECT COUNT(*) FROM "Post" WHERE id = -10) = 1 AS "ok::bool"
FROM "LIKES"
WHERE src = -10 AND dst = -10
