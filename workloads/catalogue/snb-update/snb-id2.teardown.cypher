MATCH (n:Post {id: -10}) DETACH DELETE n;
MATCH (n:Person {id: -10}) DETACH DELETE n;
