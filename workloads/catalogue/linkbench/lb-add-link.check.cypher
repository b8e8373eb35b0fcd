OPTIONAL MATCH (:Obj {id: 0})-[l:LINK {ltype: 99}]->(:Obj {id: 1}) RETURN count(l) = 1 AS ok
