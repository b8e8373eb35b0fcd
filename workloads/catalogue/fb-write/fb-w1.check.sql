SELECT COUNT(*) = 1 AS "ok::bool" FROM TRANSFER WHERE src = $src AND dst = $dst AND ts = $ts
