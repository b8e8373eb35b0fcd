// Distinct friends first: one by two edges would bring his posts twice.
MATCH (:Person {id: $personId})-[:KNOWS]-(f:Person)
WITH DISTINCT f
MATCH (f)<-[:HAS_CREATOR]-(m:Post)
WHERE m.creationDate < $maxDate
RETURN f.id AS personId, f.firstName AS firstName, f.lastName AS lastName,
       m.id AS postId, m.content AS content, m.creationDate AS creationDate
ORDER BY creationDate DESC, postId
LIMIT 20
