WITH RECURSIVE
nodes (n) AS (SELECT CAST(COUNT(*) AS REAL) FROM Node),
degree (id, n) AS MATERIALIZED (
  SELECT Node.id, COUNT(e.src) FROM Node LEFT JOIN EDGE AS e ON e.src = Node.id GROUP BY Node.id
),
step (round, known, before) AS (
  SELECT 0, (SELECT json_group_object(CAST(id AS TEXT), 1 / n) FROM Node, nodes), NULL
  UNION ALL
  SELECT round + 1, (
    SELECT json_group_object(CAST(id AS TEXT), score)
    FROM (
      SELECT id,
        CASE WHEN ABS(SUM(share) - MAX(old)) < 1e-8 * MAX(old) THEN MAX(old) ELSE SUM(share) END AS score
      FROM (
        SELECT CAST(own.key AS INTEGER) AS id,
          (0.15 + 0.85 * lost.score) / nodes.n AS share, own.value AS old
        FROM nodes, (
          SELECT COALESCE(SUM(given.value), 0) AS score
          FROM json_each(step.known) AS given
          CROSS JOIN degree
          WHERE degree.id = CAST(given.key AS INTEGER) AND degree.n < 1
        ) AS lost, json_each(step.known) AS own
        UNION ALL
        SELECT e.dst, 0.85 * given.value / degree.n, NULL
        FROM json_each(step.known) AS given
        CROSS JOIN degree
        CROSS JOIN EDGE AS e
        WHERE degree.id = CAST(given.key AS INTEGER) AND e.src = degree.id
      )
      GROUP BY id
    )
  ), known
  FROM step
  WHERE round < 100 AND known IS NOT before
)
SELECT CAST(key AS INTEGER) AS id, value AS score
FROM json_each((SELECT known FROM step ORDER BY round DESC LIMIT 1))
