SELECT "firstName", "lastName", birthday, "creationDate"
FROM "Person"
WHERE id = $personId
