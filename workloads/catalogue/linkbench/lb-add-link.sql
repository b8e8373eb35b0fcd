INSERT INTO LINK (src, dst, ordinal, ltype, "time", payload)
VALUES (0, 1, 0, 99, 1000000000, 'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss')
