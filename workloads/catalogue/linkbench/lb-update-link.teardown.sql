DELETE FROM LINK WHERE src = 0 AND dst = 2 AND ltype = 98
