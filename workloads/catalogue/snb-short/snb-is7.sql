SELECT person.id AS "personId", person."firstName", person."lastName", likes."creationDate" AS "likeDate"
FROM "LIKES" AS likes
JOIN "Person" AS person ON person.id = likes.src
WHERE likes.dst = $postId
ORDER BY likes."creationDate" DESC, person.id
