-- A triangle as in lsqb-q5, with a forum and a liked post all three have in common. The forum is looked
-- for first: few friends share one.
WITH edge (a, b) AS (
  SELECT src, dst FROM "KNOWS"
  UNION ALL
  SELECT dst, src FROM "KNOWS"
), joined (a, b, n) AS (
  SELECT a, b, COUNT(*) FROM edge WHERE a < b GROUP BY a, b
), together (a, b, forum, n) AS (
  SELECT joined.a, joined.b, of_a.src, joined.n
  FROM joined
  JOIN "HAS_MEMBER" AS of_a ON of_a.dst = joined.a
  JOIN "HAS_MEMBER" AS of_b ON of_b.dst = joined.b AND of_b.src = of_a.src
)
SELECT CAST(COALESCE(6 * SUM(ab.n * bc.n * ac.n), 0) AS BIGINT) AS cnt
FROM together AS ab
JOIN joined AS bc ON bc.a = ab.b
JOIN joined AS ac ON ac.a = ab.a AND ac.b = bc.b
JOIN "HAS_MEMBER" AS of_c ON of_c.src = ab.forum AND of_c.dst = bc.b
JOIN "LIKES" AS by_a ON by_a.src = ab.a
JOIN "LIKES" AS by_b ON by_b.src = ab.b AND by_b.dst = by_a.dst
JOIN "LIKES" AS by_c ON by_c.src = bc.b AND by_c.dst = by_a.dst
