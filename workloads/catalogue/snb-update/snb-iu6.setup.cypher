CREATE (:Person {id: -6, firstName: 'Grace', lastName: 'Hopper', birthday: 631152000, creationDate: 1000000}),
       (:Forum {id: -1, title: 'forum -1'})
