SELECT id, createTime, isBlocked AS "isBlocked::bool" FROM Account WHERE id = $id
