SELECT COUNT(*) AS cnt
FROM "HAS_CREATOR" AS wrote
JOIN "KNOWS" AS knows ON knows.src = wrote.dst
JOIN "LIKES" AS likes ON likes.dst = wrote.src
