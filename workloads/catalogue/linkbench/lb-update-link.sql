UPDATE LINK SET payload = 'uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu' WHERE src = 0 AND dst = 2 AND ltype = 98
