CREATE (author:Person {id: -11, firstName: 'Grace', lastName: 'Hopper', birthday: 631152000, creationDate: 1000000}),
       (m:Post {id: -11, content: 'thirty-two characters of content', creationDate: 1000000, creatorId: -11}),
       (f:Forum {id: -11, title: 'forum -11'}),
       (m)-[:HAS_CREATOR]->(author),
       (f)-[:CONTAINER_OF]->(m),
       (author)-[:LIKES {creationDate: 1000000}]->(m)
