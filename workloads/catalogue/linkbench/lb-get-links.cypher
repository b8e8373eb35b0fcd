MATCH (:Obj {id: $src})-[l:LINK {ltype: $ltype}]->(o:Obj)
RETURN o.id AS dst, l.time AS time, l.payload AS payload
ORDER BY time DESC, payload
LIMIT 10000
