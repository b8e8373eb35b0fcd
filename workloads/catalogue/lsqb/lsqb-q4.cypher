MATCH (m:Post)-[:HAS_CREATOR]->(:Person)-[:KNOWS]->(:Person)-[:KNOWS]->(:Person),
      (m)<-[:LIKES]-(:Person),
      (m)<-[:CONTAINER_OF]-(:Forum)
RETURN count(*) AS cnt
