SELECT COUNT(DISTINCT e3.dst) AS n
FROM EDGE AS e1
JOIN EDGE AS e2 ON e2.src = e1.dst
JOIN EDGE AS e3 ON e3.src = e2.dst
WHERE e1.src = $seed
