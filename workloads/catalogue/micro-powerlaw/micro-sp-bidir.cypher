MATCH p = shortestPath((:Node {id: $src})-[:EDGE*]-(:Node {id: $dst})) RETURN length(p) AS d
