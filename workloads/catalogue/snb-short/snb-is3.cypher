MATCH (:Person {id: $personId})-[k:KNOWS]-(f:Person)
RETURN f.id AS friendId, f.firstName AS firstName, f.lastName AS lastName, k.creationDate AS since
ORDER BY since DESC, friendId
