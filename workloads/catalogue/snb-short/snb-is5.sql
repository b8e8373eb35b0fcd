SELECT person.id AS "personId", person."firstName", person."lastName"
FROM "HAS_CREATOR" AS wrote
JOIN "Person" AS person ON person.id = wrote.dst
WHERE wrote.src = $postId
