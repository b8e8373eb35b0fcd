DELETE FROM "Person" WHERE id = -1
