DELETE FROM LINK WHERE src = 0 AND dst = 1 AND ltype = 99
