INSERT INTO "Person" (id, "firstName", "lastName", birthday, "creationDate")
VALUES (-11, 'Grace', 'Hopper', 631152000, 1000000);
INSERT INTO "Forum" (id, title) VALUES (-11, 'forum -11');
INSERT INTO "Post" (id, content, "creationDate", "creatorId") VALUES (-11, 'thirty-two characters of content', 1000000, -11);
INSERT INTO "HAS_CREATOR" (src, dst, ordinal) VALUES (-11, -11, 0);
INSERT INTO "CONTAINER_OF" (src, dst, ordinal) VALUES (-11, -11, 0);
INSERT INTO "LIKES" (src, dst, ordinal, "creationDate") VALUES (-11, -11, 0, 1000000);
