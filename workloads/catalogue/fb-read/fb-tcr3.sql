WITH RECURSIVE walk (id, hop) AS (
  SELECT dst, 1 FROM TRANSFER WHERE src = $src AND ts >= $startTime AND ts < $endTime
  UNION
  SELECT t.dst, walk.hop + 1
  FROM walk
  JOIN TRANSFER AS t ON t.src = walk.id
  WHERE walk.hop < 4 AND t.ts >= $startTime AND t.ts < $endTime
)
SELECT MIN(hop) AS hops FROM walk WHERE id = $dst
