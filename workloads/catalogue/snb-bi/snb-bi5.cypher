MATCH (:Forum {id: $forumId})-[:CONTAINER_OF]->(m:Post)-[:HAS_CREATOR]->(p:Person)
RETURN p.id AS personId, count(m) AS postCount
ORDER BY postCount DESC, personId
LIMIT 20
