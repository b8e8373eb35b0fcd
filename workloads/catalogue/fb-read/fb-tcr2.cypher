MATCH (s:Account)-[t:TRANSFER]->(a:Account)
WHERE t.ts >= $startTime AND t.ts < $endTime
WITH a, count(DISTINCT s) AS sources
WHERE sources > $threshold
RETURN a.id AS id, sources
