SELECT COUNT(*) = 0 AS "ok::bool" FROM LINK WHERE src = 0 AND dst = 3 AND ltype = 97
