CREATE (:Person {id: -2, firstName: 'Grace', lastName: 'Hopper', birthday: 631152000, creationDate: 1000000}),
       (:Post {id: -2, content: 'thirty-two characters of content', creationDate: 1000000, creatorId: -2})
