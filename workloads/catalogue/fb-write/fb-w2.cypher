CREATE (:Account {id: 9000001, createTime: 0, isBlocked: false})
