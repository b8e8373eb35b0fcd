SELECT COUNT(*) = 1 AS "ok::bool" FROM Account WHERE id = 9000001
