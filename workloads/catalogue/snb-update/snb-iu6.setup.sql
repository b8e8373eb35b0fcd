INSERT INTO "Person" (id, "firstName", "lastName", birthday, "creationDate")
VALUES (-6, 'Grace', 'Hopper', 631152000, 1000000);
INSERT INTO "Forum" (id, title) VALUES (-1, 'forum -1');
