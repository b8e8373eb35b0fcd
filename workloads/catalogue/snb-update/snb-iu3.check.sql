SELECT COUNT(*) = 1 AND MIN("creationDate") = 7654321 AS "ok::bool"
FROM "LIKES"
WHERE src = -2 AND dst = -2
