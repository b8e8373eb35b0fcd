-- A friend by two edges is one friend: UNION, or his posts would come twice.
WITH friend (id) AS (
  SELECT dst FROM "KNOWS" WHERE src = $personId
  UNION
  SELECT src FROM "KNOWS" WHERE dst = $personId
)
SELECT person.id AS "personId", person."firstName", person."lastName",
       post.id AS "postId", post.content, post."creationDate"
FROM friend
JOIN "Person" AS person ON person.id = friend.id
JOIN "HAS_CREATOR" AS wrote ON wrote.dst = friend.id
JOIN "Post" AS post ON post.id = wrote.src
WHERE post."creationDate" < $maxDate
ORDER BY post."creationDate" DESC, post.id
LIMIT 20
