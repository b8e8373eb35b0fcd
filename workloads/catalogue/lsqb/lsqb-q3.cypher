MATCH (f:Forum)-[:HAS_MEMBER]->(p:Person)<-[:HAS_CREATOR]-(:Post)<-[:CONTAINER_OF]-(f)
RETURN count(*) AS cnt
