INSERT INTO "KNOWS" (src, dst, ordinal, "creationDate") VALUES (-8, -9, 0, 3456789)
