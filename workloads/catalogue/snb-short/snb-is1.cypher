MATCH (p:Person {id: $personId})
RETURN p.firstName AS firstName, p.lastName AS lastName, p.birthday AS birthday,
       p.creationDate AS creationDate
