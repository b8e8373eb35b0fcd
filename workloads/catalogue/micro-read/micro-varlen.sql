WITH RECURSIVE reach (id, hops) AS (
  SELECT dst, 1 FROM EDGE WHERE src = $seed
  UNION
  SELECT e.dst, reach.hops + 1
  FROM reach
  JOIN EDGE AS e ON e.src = reach.id
  WHERE reach.hops < 3
)
SELECT COUNT(DISTINCT id) AS n FROM reach
