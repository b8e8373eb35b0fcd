INSERT INTO LINK (src, dst, ordinal, ltype, "time", payload)
VALUES (0, 3, 0, 97, 1000000000, 'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss')
