MATCH (v:Node {id: $id}) RETURN v.id AS id
