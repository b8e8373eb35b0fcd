MATCH (:Post {id: $postId})<-[l:LIKES]-(p:Person)
RETURN p.id AS personId, p.firstName AS firstName, p.lastName AS lastName, l.creationDate AS likeDate
ORDER BY likeDate DESC, personId
