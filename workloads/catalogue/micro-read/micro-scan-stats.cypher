MATCH (v:Node) RETURN count(v) AS n, coalesce(avg(v.id), 0.0) AS avgId
