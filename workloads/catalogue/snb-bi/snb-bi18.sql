-- UNION in both: a pair of friends counts once, however many edges join it.
WITH friend (id) AS (
  SELECT dst FROM "KNOWS" WHERE src = $personId
  UNION
  SELECT src FROM "KNOWS" WHERE dst = $personId
), pair (friend, candidate) AS (
  SELECT friend.id, knows.dst FROM friend JOIN "KNOWS" AS knows ON knows.src = friend.id
  UNION
  SELECT friend.id, knows.src FROM friend JOIN "KNOWS" AS knows ON knows.dst = friend.id
)
SELECT candidate AS "personId", COUNT(*) AS "mutualFriends"
FROM pair
WHERE candidate <> $personId AND candidate NOT IN (SELECT id FROM friend)
GROUP BY candidate
ORDER BY "mutualFriends" DESC, candidate
LIMIT 20
