MATCH (:Post {id: $postId})-[:HAS_CREATOR]->(p:Person)
RETURN p.id AS personId, p.firstName AS firstName, p.lastName AS lastName
