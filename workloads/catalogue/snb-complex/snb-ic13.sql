-- Breadth first: the queue is ordered by hops, so the first row that is person2 has the fewest, and the
-- outer LIMIT ends the walk there. A walk that never arrives would not end by itself, for it may go to
-- and fro: it only begins when person2 can be reached at all, which a set of persons without hops
-- decides in as many steps as there are persons.
WITH RECURSIVE reachable (id) AS (
  SELECT CAST($person1Id AS BIGINT)
  UNION
  SELECT CASE WHEN knows.src = reachable.id THEN knows.dst ELSE knows.src END
  FROM reachable
  JOIN "KNOWS" AS knows ON knows.src = reachable.id OR knows.dst = reachable.id
), walk (id, hops) AS (
  SELECT CAST($person1Id AS BIGINT), 0
  WHERE $person1Id <> $person2Id AND EXISTS (SELECT 1 FROM reachable WHERE id = $person2Id)
  UNION
  SELECT CASE WHEN knows.src = walk.id THEN knows.dst ELSE knows.src END, walk.hops + 1
  FROM walk
  JOIN "KNOWS" AS knows ON knows.src = walk.id OR knows.dst = walk.id
  ORDER BY 2
)
SELECT hops AS len FROM walk WHERE id = $person2Id LIMIT 1
