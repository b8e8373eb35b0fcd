MATCH (:Person {id: -2})-[l:LIKES]->(:Post {id: -2})
RETURN count(l) = 1 AND min(l.creationDate) = 7654321 AS ok
