MATCH (:Person {id: $personId})-[:KNOWS]-(f:Person)
WITH DISTINCT f
MATCH (f)<-[:HAS_MEMBER]-(g:Forum)
RETURN g.id AS forumId, g.title AS title, count(DISTINCT f) AS memberFriends
ORDER BY memberFriends DESC, forumId
LIMIT 20
