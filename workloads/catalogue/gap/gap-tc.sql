WITH
near (a, b) AS MATERIALIZED (
  SELECT src, dst FROM EDGE WHERE src < dst
  UNION
  SELECT dst, src FROM EDGE WHERE dst < src
)
SELECT COUNT(*) AS triangles
FROM near AS ab
CROSS JOIN near AS bc
CROSS JOIN near AS ac
WHERE bc.a = ab.b AND ac.a = ab.a AND ac.b = bc.b
