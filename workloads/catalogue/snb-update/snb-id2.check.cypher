MATCH (p:Person {id: -10}), (m:Post {id: -10})
OPTIONAL MATCH (p)-[l:LIKES]->(m)
RETURN count(l) = 0 AND count(m) = 1 AS ok
