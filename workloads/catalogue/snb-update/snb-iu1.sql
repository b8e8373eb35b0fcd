INSERT INTO "Person" (id, "firstName", "lastName", birthday, "creationDate")
VALUES (-1, 'Radia', 'Perlman', 946684800, 1234567)
