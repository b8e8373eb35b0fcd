-- The pattern is four edges a-b-c-d-a, pairwise different, whatever persons they meet in. Listing the
-- matches one by one is hopeless in a plain join, and leaving the inequalities out would count walks
-- that turn back on the same edge. So the matches are counted by where persons coincide, m(u, v) being
-- the edges between u and v:
--   a <> c and b <> d: four pairs of persons, so the edges differ. For two ends a, c the middles b, d are
--     chosen independently, less the choices b = d: (sum over b of m(a,b) m(b,c))^2 - sum of its squares.
--   a = c, b <> d, or a <> c, b = d: two different edges to each of two friends of one person: m(m-1).
--   a = c and b = d: four different edges between the same two: m(m-1)(m-2)(m-3).
WITH edge (a, b) AS (
  SELECT src, dst FROM "KNOWS"
  UNION ALL
  SELECT dst, src FROM "KNOWS"
), joined (a, b, m) AS (
  SELECT a, b, COUNT(*) FROM edge GROUP BY a, b
), middles (a, c, n, squares) AS (
  SELECT ab.a, bc.b, SUM(ab.m * bc.m), SUM(ab.m * bc.m * ab.m * bc.m)
  FROM joined AS ab
  JOIN joined AS bc ON bc.a = ab.b AND bc.b > ab.a
  GROUP BY ab.a, bc.b
), folds (n, squares, quads) AS (
  SELECT SUM(m * (m - 1)),
         SUM(m * (m - 1) * m * (m - 1)),
         SUM(m * (m - 1) * (m - 2) * (m - 3))
  FROM joined
  GROUP BY a
)
SELECT CAST(
         2 * COALESCE((SELECT SUM(n * n - squares) FROM middles), 0)
           + COALESCE((SELECT SUM(2 * (n * n - squares) + quads) FROM folds), 0)
         AS BIGINT) AS cnt
