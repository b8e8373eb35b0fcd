WITH friend (id) AS (
  SELECT dst FROM "KNOWS" WHERE src = $personId
  UNION
  SELECT src FROM "KNOWS" WHERE dst = $personId
)
SELECT DISTINCT post.id AS "postId", post.content
FROM friend
JOIN "LIKES" AS likes ON likes.src = friend.id
JOIN "Post" AS post ON post.id = likes.dst
WHERE likes."creationDate" >= $minDate
ORDER BY post.id
LIMIT 20
