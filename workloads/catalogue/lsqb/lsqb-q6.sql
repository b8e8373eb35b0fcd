-- A triangle as in lsqb-q5; for each forum, the choices of a post by each of the three multiply.
WITH edge (a, b) AS (
  SELECT src, dst FROM "KNOWS"
  UNION ALL
  SELECT dst, src FROM "KNOWS"
), joined (a, b, n) AS (
  SELECT a, b, COUNT(*) FROM edge WHERE a < b GROUP BY a, b
), wrote (person, forum, n) AS (
  SELECT creator.dst, contains.src, COUNT(*)
  FROM "CONTAINER_OF" AS contains
  JOIN "HAS_CREATOR" AS creator ON creator.src = contains.dst
  GROUP BY creator.dst, contains.src
), together (a, b, forum, n) AS (
  SELECT joined.a, joined.b, of_a.forum, joined.n * of_a.n * of_b.n
  FROM joined
  JOIN wrote AS of_a ON of_a.person = joined.a
  JOIN wrote AS of_b ON of_b.person = joined.b AND of_b.forum = of_a.forum
)
SELECT CAST(COALESCE(6 * SUM(ab.n * bc.n * ac.n * of_c.n), 0) AS BIGINT) AS cnt
FROM together AS ab
JOIN joined AS bc ON bc.a = ab.b
JOIN joined AS ac ON ac.a = ab.a AND ac.b = bc.b
JOIN wrote AS of_c ON of_c.person = bc.b AND of_c.forum = ab.forum
