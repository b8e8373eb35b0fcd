MATCH (n:Person {id: -1}) DETACH DELETE n
