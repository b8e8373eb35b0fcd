SELECT dst, "time" AS "time", payload
FROM LINK
WHERE src = $src AND ltype = $ltype
ORDER BY "time" DESC, payload
LIMIT 10000
