MATCH (a:Obj {id: 0}), (b:Obj {id: 3})
CREATE (a)-[:LINK {ltype: 97, time: 1000000000, payload: 'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss'}]->(b)
