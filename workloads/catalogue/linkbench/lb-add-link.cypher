MATCH (a:Obj {id: 0}), (b:Obj {id: 1})
CREATE (a)-[:LINK {ltype: 99, time: 1000000000, payload: 'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss'}]->(b)
