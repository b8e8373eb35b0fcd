MATCH (m:Post {id: -11})
DETACH DELETE m
