SELECT EXISTS (SELECT 1 FROM EDGE WHERE src = $src AND dst = $dst) AS "found::bool"
