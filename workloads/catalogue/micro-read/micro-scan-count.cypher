MATCH (v:Node) RETURN count(v) AS n
