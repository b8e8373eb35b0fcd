WITH RECURSIVE step (round, known) AS (
  SELECT 0, (SELECT json_group_object(CAST(id AS TEXT), id) FROM Node)
  UNION ALL
  SELECT round + 1, (
    SELECT json_group_object(CAST(id AS TEXT), label)
    FROM (
      SELECT id, label, ROW_NUMBER() OVER (PARTITION BY id ORDER BY votes DESC, label) AS place
      FROM (
        SELECT id, label, SUM(vote) AS votes
        FROM (
          SELECT CAST(key AS INTEGER) AS id, value AS label, 0 AS vote FROM json_each(step.known)
          UNION ALL
          SELECT e.dst, tail.value, 1
          FROM json_each(step.known) AS tail
          JOIN EDGE AS e ON e.src = CAST(tail.key AS INTEGER)
          UNION ALL
          SELECT e.src, head.value, 1
          FROM json_each(step.known) AS head
          JOIN EDGE AS e ON e.dst = CAST(head.key AS INTEGER)
        )
        GROUP BY id, label
      )
    )
    WHERE place = 1
  )
  FROM step
  WHERE round < 10
)
SELECT CAST(key AS INTEGER) AS id, value AS community
FROM json_each((SELECT known FROM step WHERE round = 10))
