MATCH (a:Node)-[:EDGE]-(b:Node)
WHERE a.id < b.id
WITH DISTINCT a, b
MATCH (b)-[:EDGE]-(c:Node)
WHERE b.id < c.id
WITH DISTINCT a, b, c
MATCH (a)-[:EDGE]-(c)
WITH DISTINCT a, b, c
RETURN count(*) AS n
