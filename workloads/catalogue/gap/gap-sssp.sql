WITH RECURSIVE step (round, known, before) AS (
  SELECT 0, json_object(CAST($source AS TEXT), 0), NULL
  UNION ALL
  SELECT round + 1, (
    SELECT json_group_object(CAST(id AS TEXT), distance)
    FROM (
      SELECT id, MIN(distance) AS distance
      FROM (
        SELECT CAST(key AS INTEGER) AS id, value AS distance FROM json_each(step.known)
        UNION ALL
        SELECT e.dst, front.value + e.w
        FROM json_each(step.known) AS front
        JOIN EDGE AS e ON e.src = CAST(front.key AS INTEGER)
      )
      GROUP BY id
    )
  ), known
  FROM step
  WHERE known IS NOT before
)
SELECT CAST(key AS INTEGER) AS id, value AS distance
FROM json_each((SELECT known FROM step ORDER BY round DESC LIMIT 1))
