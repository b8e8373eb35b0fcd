// An engine whose patterns forbid the same edge twice needs no inequality, another one needs all six.
MATCH (a:Person)-[k1:KNOWS]-(b:Person)-[k2:KNOWS]-(c:Person)-[k3:KNOWS]-(d:Person)-[k4:KNOWS]-(a)
WHERE k1 <> k2 AND k1 <> k3 AND k1 <> k4 AND k2 <> k3 AND k2 <> k4 AND k3 <> k4
RETURN count(*) AS cnt
