INSERT INTO "Post" (id, content, "creationDate", "creatorId") VALUES (-6, 'thirty-two characters of content', 2345678, -6);
INSERT INTO "HAS_CREATOR" (src, dst, ordinal) VALUES (-6, -6, 0);
INSERT INTO "CONTAINER_OF" (src, dst, ordinal) VALUES (-1, -6, 0);
