OPTIONAL MATCH (:Obj {id: 0})-[l:LINK {ltype: 97}]->(:Obj {id: 3}) RETURN count(l) = 0 AS ok
