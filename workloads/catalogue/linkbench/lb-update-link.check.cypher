MATCH (:Obj {id: 0})-[l:LINK {ltype: 98, payload: 'uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu'}]->(:Obj {id: 2}) RETURN count(l) = 1 AS ok
