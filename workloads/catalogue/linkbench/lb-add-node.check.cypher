MATCH (o:Obj {id: 9000001}) RETURN count(o) = 1 AS ok
