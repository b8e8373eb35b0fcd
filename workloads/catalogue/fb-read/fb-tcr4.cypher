OPTIONAL MATCH (:Account {id: $id})-[t:TRANSFER]->(a:Account)
WHERE t.ts >= $startTime AND t.ts < $endTime
WITH collect(DISTINCT a) AS h1
OPTIONAL MATCH (p:Account)-[t:TRANSFER]->(a:Account)
WHERE p IN h1 AND t.ts >= $startTime AND t.ts < $endTime
WITH h1, collect(DISTINCT a) AS h2
OPTIONAL MATCH (p:Account)-[t:TRANSFER]->(a:Account)
WHERE p IN h2 AND t.ts >= $startTime AND t.ts < $endTime
WITH h1, h2, collect(DISTINCT a) AS h3
WITH h1 + h2 + h3 AS ends
OPTIONAL MATCH (m:Account)-[t:TRANSFER]->(:Account {id: $id})
WHERE m IN ends AND m.id <> $id AND t.ts >= $startTime AND t.ts < $endTime
RETURN count(DISTINCT m) AS loops
