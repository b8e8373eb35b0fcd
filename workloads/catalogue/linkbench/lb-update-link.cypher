MATCH (:Obj {id: 0})-[l:LINK {ltype: 98}]->(:Obj {id: 2}) SET l.payload = 'uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu'
