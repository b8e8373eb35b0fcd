// The anti-join by a list of the friends' ids: engines agree about it.
MATCH (:Person {id: $personId})-[:KNOWS]-(f:Person)
WITH collect(DISTINCT f.id) AS friendIds
MATCH (:Person {id: $personId})-[:KNOWS]-(f:Person)
WITH DISTINCT friendIds, f
MATCH (f)-[:KNOWS]-(c:Person)
WHERE c.id <> $personId AND NOT c.id IN friendIds
RETURN c.id AS personId, count(DISTINCT f) AS mutualFriends
ORDER BY mutualFriends DESC, personId
LIMIT 20
