SELECT post.id AS "postId", post.content, post."creationDate"
FROM "HAS_CREATOR" AS wrote
JOIN "Post" AS post ON post.id = wrote.src
WHERE wrote.dst = $personId
ORDER BY post."creationDate" DESC, post.id DESC
LIMIT 10
