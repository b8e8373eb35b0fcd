MATCH (a:Account {id: $id}) RETURN a.id AS id, a.createTime AS createTime, a.isBlocked AS isBlocked
