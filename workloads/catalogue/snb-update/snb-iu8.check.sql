SELECT COUNT(*) = 1 AND MIN("creationDate") = 3456789 AS "ok::bool"
FROM "KNOWS"
WHERE src = -8 AND dst = -9
