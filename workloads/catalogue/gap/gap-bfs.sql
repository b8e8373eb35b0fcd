WITH RECURSIVE step (hops, known, before) AS (
  SELECT 0, json_object(CAST($source AS TEXT), 0), NULL
  UNION ALL
  SELECT hops + 1, (
    SELECT json_group_object(CAST(id AS TEXT), level)
    FROM (
      SELECT id, MIN(level) AS level
      FROM (
        SELECT CAST(key AS INTEGER) AS id, value AS level FROM json_each(step.known)
        UNION ALL
        SELECT e.dst, step.hops + 1
        FROM json_each(step.known) AS front
        JOIN EDGE AS e ON e.src = CAST(front.key AS INTEGER)
        WHERE front.value = step.hops
      )
      GROUP BY id
    )
  ), known
  FROM step
  WHERE known IS NOT before
)
SELECT CAST(key AS INTEGER) AS id, value AS level
FROM json_each((SELECT known FROM step ORDER BY hops DESC LIMIT 1))
