INSERT INTO "Person" (id, "firstName", "lastName", birthday, "creationDate")
VALUES (-8, 'Grace', 'Hopper', 631152000, 1000000);
INSERT INTO "Person" (id, "firstName", "lastName", birthday, "creationDate")
VALUES (-9, 'Barbara', 'Liskov', 631152000, 1000000);
