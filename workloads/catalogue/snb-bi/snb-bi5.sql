SELECT wrote.dst AS "personId", COUNT(*) AS "postCount"
FROM "CONTAINER_OF" AS contains
JOIN "HAS_CREATOR" AS wrote ON wrote.src = contains.dst
WHERE contains.src = $forumId
GROUP BY wrote.dst
ORDER BY "postCount" DESC, wrote.dst
LIMIT 20
