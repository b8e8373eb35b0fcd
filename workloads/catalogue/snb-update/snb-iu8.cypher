MATCH (a:Person {id: -8}), (b:Person {id: -9})
CREATE (a)-[:KNOWS {creationDate: 3456789}]->(b)
