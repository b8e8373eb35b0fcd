MATCH (:Forum {id: -1})-[:CONTAINER_OF]->(m:Post {id: -6})-[:HAS_CREATOR]->(:Person {id: -6})
RETURN count(m) = 1 AND min(m.creationDate) = 2345678 AS ok
