MATCH (a:Account)
WHERE a.createTime >= $startTime AND a.createTime < $endTime
MATCH (a)-[t:TRANSFER]->(:Account)
WHERE t.ts >= $startTime AND t.ts < $endTime
WITH a, count(t) AS paid
WHERE paid > $threshold
RETURN count(a) AS accounts
