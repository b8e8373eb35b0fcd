UPDATE Obj SET payload = 'uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu', version = version + 1 WHERE id = 9000002
