OPTIONAL MATCH (:Node {id: $src})-[e:EDGE]->(:Node {id: $dst}) RETURN count(e) > 0 AS found
