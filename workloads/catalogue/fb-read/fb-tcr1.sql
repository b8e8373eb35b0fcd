-- A walk by account and hop: joined with DISTINCT per hop instead, SQLite reads every transfer there is.
WITH RECURSIVE walk (id, hop) AS (
  SELECT dst, 1 FROM TRANSFER WHERE src = $id AND ts >= $startTime AND ts < $endTime
  UNION
  SELECT t.dst, walk.hop + 1
  FROM walk
  JOIN TRANSFER AS t ON t.src = walk.id
  WHERE walk.hop < 2 AND t.ts >= $startTime AND t.ts < $endTime
)
SELECT COUNT(DISTINCT id) AS reached FROM walk
