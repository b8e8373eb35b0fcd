SELECT COUNT(*) AS accounts
FROM (
  SELECT a.id
  FROM Account AS a
  JOIN TRANSFER AS t ON t.src = a.id
  WHERE a.createTime >= $startTime AND a.createTime < $endTime AND t.ts >= $startTime AND t.ts < $endTime
  GROUP BY a.id
  HAVING COUNT(*) > $threshold
) AS bursts
