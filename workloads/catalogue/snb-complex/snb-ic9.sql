WITH friend (id) AS (
  SELECT dst FROM "KNOWS" WHERE src = $personId
  UNION
  SELECT src FROM "KNOWS" WHERE dst = $personId
), second (id) AS (
  SELECT knows.dst FROM friend JOIN "KNOWS" AS knows ON knows.src = friend.id
  UNION
  SELECT knows.src FROM friend JOIN "KNOWS" AS knows ON knows.dst = friend.id
), nearby (id) AS (
  SELECT id FROM friend
  UNION
  SELECT id FROM second WHERE id <> $personId
)
SELECT wrote.dst AS "personId", post.id AS "postId", post."creationDate"
FROM nearby
JOIN "HAS_CREATOR" AS wrote ON wrote.dst = nearby.id
JOIN "Post" AS post ON post.id = wrote.src
WHERE post."creationDate" < $maxDate
ORDER BY post."creationDate" DESC, post.id
LIMIT 20
