OPTIONAL MATCH (:Account {id: $id})-[t:TRANSFER]->(a:Account)
WHERE t.ts >= $startTime AND t.ts < $endTime
WITH collect(DISTINCT a) AS first
OPTIONAL MATCH (b:Account)-[t:TRANSFER]->(c:Account)
WHERE b IN first AND t.ts >= $startTime AND t.ts < $endTime
WITH first, collect(DISTINCT c) AS second
RETURN size(first) + size([x IN second WHERE NOT x IN first]) AS reached
