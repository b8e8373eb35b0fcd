SELECT person.id AS "personId", person."firstName", COUNT(*) AS "postCount"
FROM (SELECT DISTINCT dst FROM "HAS_MEMBER" WHERE src = $forumId) AS member
JOIN "Person" AS person ON person.id = member.dst
JOIN "HAS_CREATOR" AS wrote ON wrote.dst = member.dst
GROUP BY person.id, person."firstName"
ORDER BY "postCount" DESC, person.id
LIMIT 20
