MATCH (o:Obj {id: 9000002, version: 1, payload: 'uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu'}) RETURN count(o) = 1 AS ok
