OPTIONAL MATCH (:Obj {id: $src})-[l:LINK {ltype: $ltype}]->(:Obj {id: $dst}) RETURN count(l) AS found
