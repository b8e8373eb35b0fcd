SELECT COUNT(*) = 1 AS "ok::bool" FROM Obj WHERE id = $id
