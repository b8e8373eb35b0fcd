OPTIONAL MATCH (:Obj {id: $src})-[l:LINK {ltype: $ltype}]->(:Obj) RETURN count(l) AS n
