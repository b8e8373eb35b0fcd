OPTIONAL MATCH (:Account {id: $id})-[t1:TRANSFER]->(:Account)-[t2:TRANSFER]->(:Account)-[t3:TRANSFER]->(d:Account)
WHERE t2.amount <= t1.amount * $decay AND t3.amount <= t2.amount * $decay
  AND t1.ts >= $startTime AND t1.ts < $endTime
  AND t2.ts >= $startTime AND t2.ts < $endTime
  AND t3.ts >= $startTime AND t3.ts < $endTime
RETURN count(DISTINCT d) AS reached
