WITH RECURSIVE step (round, known, before) AS (
  SELECT 0, (SELECT json_group_object(CAST(id AS TEXT), id) FROM (SELECT id FROM Node ORDER BY id)), NULL
  UNION ALL
  SELECT round + 1, (
    SELECT json_group_object(CAST(id AS TEXT), label)
    FROM (
      SELECT id, MIN(label) AS label
      FROM (
        SELECT CAST(key AS INTEGER) AS id, value AS label FROM json_each(step.known)
        UNION ALL
        SELECT e.dst, tail.value
        FROM json_each(step.known) AS tail
        JOIN EDGE AS e ON e.src = CAST(tail.key AS INTEGER)
        UNION ALL
        SELECT e.src, head.value
        FROM json_each(step.known) AS head
        JOIN EDGE AS e ON e.dst = CAST(head.key AS INTEGER)
      )
      GROUP BY id
    )
  ), known
  FROM step
  WHERE known IS NOT before
)
SELECT CAST(key AS INTEGER) AS id, value AS component
FROM json_each((SELECT known FROM step ORDER BY round DESC LIMIT 1))
