-- As fb-tcr1; the accounts of the deposits, hop 0, are ends only when a walk returns to them.
WITH RECURSIVE walk (id, hop) AS (
  SELECT dst, 0 FROM DEPOSIT WHERE src = $id AND ts >= $startTime AND ts < $endTime
  UNION
  SELECT t.dst, walk.hop + 1
  FROM walk
  JOIN TRANSFER AS t ON t.src = walk.id
  WHERE walk.hop < 2 AND t.ts >= $startTime AND t.ts < $endTime
)
SELECT COUNT(DISTINCT id) AS reached FROM walk WHERE hop > 0
