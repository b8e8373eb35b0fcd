MATCH (o:Obj {id: 9000002}) SET o.payload = 'uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu', o.version = o.version + 1
