-- The arms of the star meet in nothing but the post and its creator, so each is counted by itself and
-- the counts are multiplied: every choice of one like, one forum and two hops is one match.
WITH out_degree (person, n) AS (
  SELECT src, COUNT(*) FROM "KNOWS" GROUP BY src
), two_hops (person, n) AS (
  SELECT knows.src, SUM(next.n)
  FROM "KNOWS" AS knows
  JOIN out_degree AS next ON next.person = knows.dst
  GROUP BY knows.src
), liked (post, n) AS (
  SELECT dst, COUNT(*) FROM "LIKES" GROUP BY dst
), forums (post, n) AS (
  SELECT dst, COUNT(*) FROM "CONTAINER_OF" GROUP BY dst
)
SELECT CAST(COALESCE(SUM(two_hops.n * liked.n * forums.n), 0) AS BIGINT) AS cnt
FROM "HAS_CREATOR" AS wrote
JOIN two_hops ON two_hops.person = wrote.dst
JOIN liked ON liked.post = wrote.src
JOIN forums ON forums.post = wrote.src
