MATCH (:Node {id: $seed})-[:EDGE*1..3]->(v:Node) RETURN count(DISTINCT v) AS n
