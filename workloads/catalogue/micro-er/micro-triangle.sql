-- The three edges are different ones, which only a loop at one node could break.
SELECT COUNT(*) AS n
FROM EDGE AS ab
JOIN EDGE AS bc ON bc.src = ab.dst
JOIN EDGE AS ca ON ca.src = bc.dst AND ca.dst = ab.src
WHERE NOT (ab.src = bc.src AND ab.dst = bc.dst AND ab.ordinal = bc.ordinal)
  AND NOT (bc.src = ca.src AND bc.dst = ca.dst AND bc.ordinal = ca.ordinal)
  AND NOT (ca.src = ab.src AND ca.dst = ab.dst AND ca.ordinal = ab.ordinal)
