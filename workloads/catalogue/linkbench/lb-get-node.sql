SELECT otype, version, "time" AS "time", payload FROM Obj WHERE id = $id
