MATCH (:Person {id: $personId})-[:KNOWS*1..3]-(f:Person)
WHERE f.firstName = $firstName AND f.id <> $personId
RETURN DISTINCT f.id AS personId, f.lastName AS lastName
ORDER BY lastName, personId
LIMIT 20
