INSERT INTO "Person" (id, "firstName", "lastName", birthday, "creationDate")
VALUES (-10, 'Grace', 'Hopper', 631152000, 1000000);
INSERT INTO "Post" (id, content, "creationDate", "creatorId") VALUES (-10, 'thirty-two characters of content', 1000000, -10);
INSERT INTO "LIKES" (src, dst, ordinal, "creationDate") VALUES (-10, -10, 0, 1000000);
