MATCH (a:Person)-[:KNOWS]-(b:Person)-[:KNOWS]-(c:Person)-[:KNOWS]-(a),
      (f:Forum)-[:HAS_MEMBER]->(a),
      (f)-[:HAS_MEMBER]->(b),
      (f)-[:HAS_MEMBER]->(c),
      (a)-[:LIKES]->(m:Post),
      (b)-[:LIKES]->(m),
      (c)-[:LIKES]->(m)
RETURN count(*) AS cnt
