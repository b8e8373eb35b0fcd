MATCH (n:Person {id: -9}) DETACH DELETE n;
MATCH (n:Person {id: -8}) DETACH DELETE n;
