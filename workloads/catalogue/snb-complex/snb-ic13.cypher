// Equal ends are sent away before the path is looked for: some engines raise an error for them.
MATCH (a:Person {id: $person1Id}), (b:Person {id: $person2Id})
WHERE a.id <> b.id
WITH a, b
MATCH p = shortestPath((a)-[:KNOWS*]-(b))
RETURN length(p) AS len
