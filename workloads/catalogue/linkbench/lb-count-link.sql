SELECT COUNT(*) AS n FROM LINK WHERE src = $src AND ltype = $ltype
