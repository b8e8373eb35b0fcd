INSERT INTO TRANSFER (src, dst, ordinal, amount, ts)
SELECT $src, $dst, COALESCE(MAX(ordinal) + 1, 0), $amount, $ts
FROM TRANSFER
WHERE src = $src AND dst = $dst
