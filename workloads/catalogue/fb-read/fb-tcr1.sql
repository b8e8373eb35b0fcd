WITH hop1 (id) AS (
  SELECT DISTINCT dst FROM TRANSFER WHERE src = $id AND ts >= $startTime AND ts < $endTime
), hop2 (id) AS (
  SELECT DISTINCT t.dst
  FROM hop1
  JOIN TRANSFER AS t ON t.src = hop1.id
  WHERE t.ts >= $startTime AND t.ts < $endTime
)
SELECT COUNT(*) AS reached FROM (SELECT id FROM hop1 UNION SELECT id FROM hop2) AS ends
