WITH
link (a, b) AS MATERIALIZED (SELECT DISTINCT src, dst FROM EDGE WHERE src <> dst),
near (a, b, ways) AS MATERIALIZED (
  SELECT a, b, COUNT(*)
  FROM (SELECT a, b FROM link UNION ALL SELECT b, a FROM link)
  GROUP BY a, b
),
degree (id, n) AS MATERIALIZED (SELECT a, COUNT(*) FROM near GROUP BY a),
up (a, b, ways) AS MATERIALIZED (
  SELECT near.a, near.b, near.ways
  FROM near
  JOIN degree AS da ON da.id = near.a
  JOIN degree AS db ON db.id = near.b
  WHERE da.n < db.n OR (da.n = db.n AND near.a < near.b)
),
triangle (a, b, c, ab, bc, ac) AS MATERIALIZED (
  SELECT ab.a, ab.b, bc.b, ab.ways, bc.ways, ac.ways
  FROM up AS ab
  CROSS JOIN up AS bc
  CROSS JOIN up AS ac
  WHERE bc.a = ab.b AND ac.a = ab.a AND ac.b = bc.b
),
found (id, links) AS (
  SELECT id, SUM(ways)
  FROM (
    SELECT a AS id, bc AS ways FROM triangle
    UNION ALL
    SELECT b, ac FROM triangle
    UNION ALL
    SELECT c, ab FROM triangle
  )
  GROUP BY id
)
SELECT Node.id AS id, COALESCE(1.0 * found.links / (degree.n * (degree.n - 1)), 0.0) AS coefficient
FROM Node
LEFT JOIN degree ON degree.id = Node.id
LEFT JOIN found ON found.id = Node.id
