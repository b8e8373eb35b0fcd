-- As micro-sp, along edges of either direction; 16 hops bound a walk that never arrives.
WITH RECURSIVE reach (id, hops) AS (
  SELECT $src, 0
  UNION
  SELECT e.dst, reach.hops + 1
  FROM reach
  JOIN EDGE AS e ON e.src = reach.id
  WHERE reach.hops < 16
  UNION
  SELECT e.src, reach.hops + 1
  FROM reach
  JOIN EDGE AS e ON e.dst = reach.id
  WHERE reach.hops < 16
  ORDER BY 2
)
SELECT hops AS d FROM reach WHERE id = $dst LIMIT 1
