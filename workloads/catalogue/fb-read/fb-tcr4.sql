WITH RECURSIVE walk (id, hop) AS (
  SELECT dst, 1 FROM TRANSFER WHERE src = $id AND ts >= $startTime AND ts < $endTime
  UNION
  SELECT t.dst, walk.hop + 1
  FROM walk
  JOIN TRANSFER AS t ON t.src = walk.id
  WHERE walk.hop < 3 AND t.ts >= $startTime AND t.ts < $endTime
)
SELECT COUNT(*) AS loops
FROM (SELECT DISTINCT id FROM walk WHERE id <> $id) AS middle
WHERE EXISTS (
  SELECT 1 FROM TRANSFER AS t WHERE t.src = middle.id AND t.dst = $id AND t.ts >= $startTime AND t.ts < $endTime
)
