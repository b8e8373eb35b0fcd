MATCH (a:Person)-[:KNOWS]-(b:Person)-[:KNOWS]-(c:Person)-[:KNOWS]-(a),
      (a)<-[:HAS_CREATOR]-(:Post)<-[:CONTAINER_OF]-(f:Forum),
      (b)<-[:HAS_CREATOR]-(:Post)<-[:CONTAINER_OF]-(f),
      (c)<-[:HAS_CREATOR]-(:Post)<-[:CONTAINER_OF]-(f)
RETURN count(*) AS cnt
