SELECT dst, amount, ts
FROM TRANSFER
WHERE src = $id AND ts >= $startTime AND ts < $endTime
ORDER BY ts DESC, amount DESC, dst
LIMIT 10
