UPDATE Obj SET version = version WHERE id = $id
