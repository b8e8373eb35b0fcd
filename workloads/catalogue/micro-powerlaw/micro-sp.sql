-- Breadth first: the queue is ordered by hops, so the first row that is dst has the fewest, and the
-- outer LIMIT ends the walk there. 64 hops bound a walk that never arrives.
WITH RECURSIVE reach (id, hops) AS (
  SELECT $src, 0
  UNION
  SELECT e.dst, reach.hops + 1
  FROM reach
  JOIN EDGE AS e ON e.src = reach.id
  WHERE reach.hops < 64
  ORDER BY 2
)
SELECT hops AS d FROM reach WHERE id = $dst LIMIT 1
