MATCH (:Person {id: -10})-[l:LIKES]->(:Post {id: -10})
DELETE l
