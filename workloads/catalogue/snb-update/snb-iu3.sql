INSERT INTO "LIKES" (src, dst, ordinal, "creationDate") VALUES (-2, -2, 0, 7654321)
