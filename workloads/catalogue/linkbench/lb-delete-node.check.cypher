OPTIONAL MATCH (o:Obj {id: 9000003}) RETURN count(o) = 0 AS ok
