OPTIONAL MATCH (:Account {id: $src})-[t:TRANSFER]->(a:Account)
WHERE t.ts >= $startTime AND t.ts < $endTime
WITH collect(DISTINCT a) AS h1
OPTIONAL MATCH (p:Account)-[t:TRANSFER]->(a:Account)
WHERE p IN h1 AND t.ts >= $startTime AND t.ts < $endTime
WITH h1, collect(DISTINCT a) AS h2
OPTIONAL MATCH (p:Account)-[t:TRANSFER]->(a:Account)
WHERE p IN h2 AND t.ts >= $startTime AND t.ts < $endTime
WITH h1, h2, collect(DISTINCT a) AS h3
OPTIONAL MATCH (p:Account)-[t:TRANSFER]->(a:Account)
WHERE p IN h3 AND t.ts >= $startTime AND t.ts < $endTime
WITH [x IN h1 | x.id] AS h1, [x IN h2 | x.id] AS h2, [x IN h3 | x.id] AS h3, collect(DISTINCT a.id) AS h4
RETURN CASE
  WHEN $dst IN h1 THEN 1
  WHEN $dst IN h2 THEN 2
  WHEN $dst IN h3 THEN 3
  WHEN $dst IN h4 THEN 4
END AS hops
