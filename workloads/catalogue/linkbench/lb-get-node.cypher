MATCH (o:Obj {id: $id}) RETURN o.otype AS otype, o.version AS version, o.time AS time, o.payload AS payload
