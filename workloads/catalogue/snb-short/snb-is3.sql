-- UNION ALL: two persons who know each other both ways are joined by two edges, which are two rows.
SELECT friend.id AS "friendId", friend."firstName", friend."lastName", edge.since
FROM (
  SELECT dst AS other, "creationDate" AS since FROM "KNOWS" WHERE src = $personId
  UNION ALL
  SELECT src, "creationDate" FROM "KNOWS" WHERE dst = $personId
) AS edge
JOIN "Person" AS friend ON friend.id = edge.other
ORDER BY edge.since DESC, friend.id
