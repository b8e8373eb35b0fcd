SELECT COUNT(*) AS cnt
FROM "CONTAINER_OF" AS contains
JOIN "HAS_CREATOR" AS wrote ON wrote.src = contains.dst
JOIN "LIKES" AS likes ON likes.src = wrote.dst
