SELECT forum.id AS "forumId", forum.title
FROM "CONTAINER_OF" AS contains
JOIN "Forum" AS forum ON forum.id = contains.src
WHERE contains.dst = $postId
