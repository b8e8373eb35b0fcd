INSERT INTO LINK (src, dst, ordinal, ltype, "time", payload)
VALUES (0, 2, 0, 98, 1000000000, 'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss')
