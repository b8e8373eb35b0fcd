SELECT paid_in.n AS inCount, paid_in.total AS inSum, paid_out.n AS outCount, paid_out.total AS outSum,
       paid_out.total > 0 AND paid_in.total > $threshold * paid_out.total AS "breach::bool"
FROM (
  SELECT COUNT(*) AS n, COALESCE(SUM(amount), 0.0) AS total
  FROM TRANSFER
  WHERE dst = $id AND ts >= $startTime AND ts < $endTime
) AS paid_in, (
  SELECT COUNT(*) AS n, COALESCE(SUM(amount), 0.0) AS total
  FROM TRANSFER
  WHERE src = $id AND ts >= $startTime AND ts < $endTime
) AS paid_out
