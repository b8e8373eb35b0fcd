MATCH (:Post {id: $postId})<-[:CONTAINER_OF]-(f:Forum)
RETURN f.id AS forumId, f.title AS title
