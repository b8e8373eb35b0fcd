SELECT COUNT(*) AS found FROM LINK WHERE src = $src AND dst = $dst AND ltype = $ltype
