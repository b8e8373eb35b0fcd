MATCH (n:Post {id: -11}) DETACH DELETE n;
MATCH (n:Forum {id: -11}) DETACH DELETE n;
MATCH (n:Person {id: -11}) DETACH DELETE n;
