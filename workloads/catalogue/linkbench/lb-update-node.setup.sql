INSERT INTO Obj (id, otype, version, "time", payload)
VALUES (9000002, 1, 0, 1000000000, 'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss')
