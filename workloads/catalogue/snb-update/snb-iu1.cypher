CREATE (:Person {id: -1, firstName: 'Radia', lastName: 'Perlman', birthday: 946684800, creationDate: 1234567})
