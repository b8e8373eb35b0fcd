MATCH (n:Post {id: -2}) DETACH DELETE n;
MATCH (n:Person {id: -2}) DETACH DELETE n;
