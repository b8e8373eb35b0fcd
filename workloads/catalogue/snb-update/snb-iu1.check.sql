SELECT COUNT(*) = 1 AS "ok::bool"
FROM "Person"
WHERE id = -1 AND "firstName" = 'Radia' AND "lastName" = 'Perlman' AND birthday = 946684800
  AND "creationDate" = 1234567
