MATCH (:Person {id: $personId})-[:KNOWS*1..2]-(f:Person)
WHERE f.id <> $personId
WITH DISTINCT f
MATCH (f)<-[:HAS_CREATOR]-(m:Post)
WHERE m.creationDate < $maxDate
RETURN f.id AS personId, m.id AS postId, m.creationDate AS creationDate
ORDER BY creationDate DESC, postId
LIMIT 20
