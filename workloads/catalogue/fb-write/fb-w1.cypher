MATCH (a:Account {id: $src}), (b:Account {id: $dst})
CREATE (a)-[:TRANSFER {amount: $amount, ts: $ts}]->(b)
