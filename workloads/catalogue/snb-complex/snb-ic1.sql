-- UNION makes each frontier distinct, so that the next hop begins once from everybody.
WITH friend (id) AS (
  SELECT dst FROM "KNOWS" WHERE src = $personId
  UNION
  SELECT src FROM "KNOWS" WHERE dst = $personId
), second (id) AS (
  SELECT knows.dst FROM friend JOIN "KNOWS" AS knows ON knows.src = friend.id
  UNION
  SELECT knows.src FROM friend JOIN "KNOWS" AS knows ON knows.dst = friend.id
), third (id) AS (
  SELECT knows.dst FROM second JOIN "KNOWS" AS knows ON knows.src = second.id
  UNION
  SELECT knows.src FROM second JOIN "KNOWS" AS knows ON knows.dst = second.id
), nearby (id) AS (
  SELECT id FROM friend
  UNION
  SELECT id FROM second
  UNION
  SELECT id FROM third
)
SELECT person.id AS "personId", person."lastName"
FROM nearby
JOIN "Person" AS person ON person.id = nearby.id
WHERE person."firstName" = $firstName AND person.id <> $personId
ORDER BY person."lastName", person.id
LIMIT 20
