MATCH (:Obj {id: 0})-[l:LINK {ltype: 99}]->(:Obj {id: 1}) DELETE l
