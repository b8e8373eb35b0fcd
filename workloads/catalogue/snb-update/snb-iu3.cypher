MATCH (p:Person {id: -2}), (m:Post {id: -2})
CREATE (p)-[:LIKES {creationDate: 7654321}]->(m)
