MATCH (n:Post {id: -6}) DETACH DELETE n;
MATCH (n:Forum {id: -1}) DETACH DELETE n;
MATCH (n:Person {id: -6}) DETACH DELETE n;
