MATCH (:Node {id: $seed})-[e:EDGE]->(:Node) RETURN count(e) AS n
