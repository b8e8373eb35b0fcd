MATCH (p:Person {id: -1})
RETURN count(p) = 1 AND min(p.firstName) = 'Radia' AND min(p.lastName) = 'Perlman'
   AND min(p.birthday) = 946684800 AND min(p.creationDate) = 1234567 AS ok
