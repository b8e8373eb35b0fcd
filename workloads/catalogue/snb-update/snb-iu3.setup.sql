INSERT INTO "Person" (id, "firstName", "lastName", birthday, "creationDate")
VALUES (-2, 'Grace', 'Hopper', 631152000, 1000000);
INSERT INTO "Post" (id, content, "creationDate", "creatorId") VALUES (-2, 'thirty-two characters of content', 1000000, -2);
