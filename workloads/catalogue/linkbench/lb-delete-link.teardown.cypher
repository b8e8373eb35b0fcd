MATCH (:Obj {id: 0})-[l:LINK {ltype: 97}]->(:Obj {id: 3}) DELETE l
