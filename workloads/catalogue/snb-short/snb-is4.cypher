MATCH (m:Post {id: $postId})
RETURN m.content AS content, m.creationDate AS creationDate
