INSERT INTO Account (id, createTime, isBlocked) VALUES (9000001, 0, 0)
