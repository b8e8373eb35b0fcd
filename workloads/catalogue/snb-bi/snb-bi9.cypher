MATCH (:Forum {id: $forumId})-[:HAS_MEMBER]->(p:Person)
WITH DISTINCT p
MATCH (p)<-[:HAS_CREATOR]-(m:Post)
RETURN p.id AS personId, p.firstName AS firstName, count(m) AS postCount
ORDER BY postCount DESC, personId
LIMIT 20
