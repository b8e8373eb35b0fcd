SELECT COUNT(*) = 0 AS "ok::bool" FROM Obj WHERE id = 9000003
