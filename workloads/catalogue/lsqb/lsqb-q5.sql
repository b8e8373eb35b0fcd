-- Edges have no direction here, so each is listed from both ends. Three steps that return touch three
-- persons, for nobody knows himself; each three are found once, in the order of their ids, and counted
-- six times.
WITH edge (a, b) AS (
  SELECT src, dst FROM "KNOWS"
  UNION ALL
  SELECT dst, src FROM "KNOWS"
), joined (a, b, n) AS (
  SELECT a, b, COUNT(*) FROM edge WHERE a < b GROUP BY a, b
)
SELECT CAST(COALESCE(6 * SUM(ab.n * bc.n * ac.n), 0) AS BIGINT) AS cnt
FROM joined AS ab
JOIN joined AS bc ON bc.a = ab.b
JOIN joined AS ac ON ac.a = ab.a AND ac.b = bc.b
