-- Of the transfers that lead to an account by the same number of steps, the largest allows whatever any of
-- them allows, so one a step is enough. But for the transfers that leave the account itself: the third
-- must not be the first again, so that case is joined in full.
WITH first (id, top) AS (
  SELECT dst, MAX(amount) FROM TRANSFER WHERE src = $id AND ts >= $startTime AND ts < $endTime GROUP BY dst
), second (id, top) AS (
  SELECT t.dst, MAX(t.amount)
  FROM first
  JOIN TRANSFER AS t ON t.src = first.id
  WHERE t.dst <> $id AND t.amount <= first.top * $decay AND t.ts >= $startTime AND t.ts < $endTime
  GROUP BY t.dst
)
SELECT COUNT(*) AS reached
FROM (
  SELECT t.dst
  FROM second
  JOIN TRANSFER AS t ON t.src = second.id
  WHERE t.amount <= second.top * $decay AND t.ts >= $startTime AND t.ts < $endTime
  UNION
  SELECT t3.dst
  FROM TRANSFER AS t1
  JOIN TRANSFER AS t2 ON t2.src = t1.dst AND t2.dst = t1.src
  JOIN TRANSFER AS t3 ON t3.src = t2.dst
  WHERE t1.src = $id AND t2.amount <= t1.amount * $decay AND t3.amount <= t2.amount * $decay
    AND NOT (t3.dst = t1.dst AND t3.ordinal = t1.ordinal)
    AND t1.ts >= $startTime AND t1.ts < $endTime
    AND t2.ts >= $startTime AND t2.ts < $endTime
    AND t3.ts >= $startTime AND t3.ts < $endTime
) AS ends
