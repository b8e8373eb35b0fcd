CREATE (:Obj {id: 9000002, otype: 1, version: 0, time: 1000000000, payload: 'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss'})
