MATCH (o:Obj {id: $id}) RETURN count(o) = 1 AS ok
