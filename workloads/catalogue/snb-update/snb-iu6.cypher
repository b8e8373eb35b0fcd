MATCH (author:Person {id: -6}), (f:Forum {id: -1})
CREATE (f)-[:CONTAINER_OF]->(:Post {id: -6, content: 'thirty-two characters of content', creationDate: 2345678, creatorId: -6})-[:HAS_CREATOR]->(author)
