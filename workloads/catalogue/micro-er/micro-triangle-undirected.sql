WITH pair (low, high) AS (
  SELECT DISTINCT MIN(src, dst), MAX(src, dst) FROM EDGE WHERE src <> dst
)
SELECT COUNT(*) AS n
FROM pair AS ab
JOIN pair AS bc ON bc.low = ab.high
JOIN pair AS ac ON ac.low = ab.low AND ac.high = bc.high
