MATCH (o:Obj {id: $id}) SET o.version = o.version
