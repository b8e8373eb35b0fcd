OPTIONAL MATCH (:Loan {id: $id})-[d:DEPOSIT]->(s:Account)
WHERE d.ts >= $startTime AND d.ts < $endTime
WITH collect(DISTINCT s) AS start
OPTIONAL MATCH (p:Account)-[t:TRANSFER]->(a:Account)
WHERE p IN start AND t.ts >= $startTime AND t.ts < $endTime
WITH collect(DISTINCT a) AS first
OPTIONAL MATCH (p:Account)-[t:TRANSFER]->(a:Account)
WHERE p IN first AND t.ts >= $startTime AND t.ts < $endTime
WITH first, collect(DISTINCT a) AS second
RETURN size(first) + size([x IN second WHERE NOT x IN first]) AS reached
