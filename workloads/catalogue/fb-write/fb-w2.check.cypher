MATCH (a:Account {id: 9000001}) RETURN count(a) = 1 AS ok
