MATCH (:Person {id: -8})-[k:KNOWS]->(:Person {id: -9})
RETURN count(k) = 1 AND min(k.creationDate) = 3456789 AS ok
