MATCH (:Account {id: $id})-[t:TRANSFER]->(a:Account)
WHERE t.ts >= $startTime AND t.ts < $endTime
RETURN a.id AS dst, t.amount AS amount, t.ts AS ts
ORDER BY ts DESC, amount DESC, dst
LIMIT 10
