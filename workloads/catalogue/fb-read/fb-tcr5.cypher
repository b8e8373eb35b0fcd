OPTIONAL MATCH (:Account)-[t:TRANSFER]->(:Account {id: $id})
WHERE t.ts >= $startTime AND t.ts < $endTime
WITH count(t) AS inCount, coalesce(sum(t.amount), 0) + 0.0 AS inSum
OPTIONAL MATCH (:Account {id: $id})-[t:TRANSFER]->(:Account)
WHERE t.ts >= $startTime AND t.ts < $endTime
WITH inCount, inSum, count(t) AS outCount, coalesce(sum(t.amount), 0) + 0.0 AS outSum
RETURN inCount, inSum, outCount, outSum, outSum > 0 AND inSum > $threshold * outSum AS breach
