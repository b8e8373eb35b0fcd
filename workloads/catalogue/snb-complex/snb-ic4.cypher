MATCH (:Person {id: $personId})-[:KNOWS]-(f:Person)
WITH DISTINCT f
MATCH (f)-[l:LIKES]->(m:Post)
WHERE l.creationDate >= $minDate
RETURN DISTINCT m.id AS postId, m.content AS content
ORDER BY postId
LIMIT 20
