CREATE (:Person {id: -8, firstName: 'Grace', lastName: 'Hopper', birthday: 631152000, creationDate: 1000000}),
       (:Person {id: -9, firstName: 'Barbara', lastName: 'Liskov', birthday: 631152000, creationDate: 1000000})
