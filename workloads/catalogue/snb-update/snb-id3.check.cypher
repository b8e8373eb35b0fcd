OPTIONAL MATCH (m:Post {id: -11})
RETURN count(m) = 0 AS ok
