MATCH (p:Person)<-[:HAS_CREATOR]-(m1:Post)<-[:CONTAINER_OF]-(f:Forum)-[:CONTAINER_OF]->(m2:Post)-[:HAS_CREATOR]->(p)
WHERE m1 <> m2
RETURN count(*) AS cnt
