MATCH (:Node {id: $seed})-[:EDGE]->(a:Node)
WITH DISTINCT a
MATCH (a)-[:EDGE]->(b:Node)
WITH DISTINCT b
MATCH (b)-[:EDGE]->(c:Node)
RETURN count(DISTINCT c) AS n
