MATCH (:Person {id: $personId})<-[:HAS_CREATOR]-(m:Post)
RETURN m.id AS postId, m.content AS content, m.creationDate AS creationDate
ORDER BY creationDate DESC, postId DESC
LIMIT 10
