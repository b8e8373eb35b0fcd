MATCH (a:Obj {id: 0}), (b:Obj {id: 2})
CREATE (a)-[:LINK {ltype: 98, time: 1000000000, payload: 'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss'}]->(b)
