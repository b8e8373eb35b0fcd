SELECT dst AS id, COUNT(DISTINCT src) AS sources
FROM TRANSFER
WHERE ts >= $startTime AND ts < $endTime
GROUP BY dst
HAVING COUNT(DISTINCT src) > $threshold
