SELECT COUNT(*) AS cnt
FROM "CONTAINER_OF" AS contains
JOIN "HAS_CREATOR" AS wrote ON wrote.src = contains.dst
JOIN "HAS_MEMBER" AS member ON member.src = contains.src AND member.dst = wrote.dst
