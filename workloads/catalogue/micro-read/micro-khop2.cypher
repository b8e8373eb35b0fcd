MATCH (:Node {id: $seed})-[:EDGE]->(a:Node)
WITH DISTINCT a
MATCH (a)-[:EDGE]->(b:Node)
RETURN count(DISTINCT b) AS n
