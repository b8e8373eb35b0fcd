SELECT COUNT(*) = 1 AS "ok::bool"
FROM "CONTAINER_OF" AS contains
JOIN "Post" AS post ON post.id = contains.dst
JOIN "HAS_CREATOR" AS wrote ON wrote.src = post.id
WHERE contains.src = -1 AND post.id = -6 AND post."creationDate" = 2345678 AND wrote.dst = -6
