MATCH (:Forum)-[:CONTAINER_OF]->(:Post)-[:HAS_CREATOR]->(:Person)-[:LIKES]->(:Post)
RETURN count(*) AS cnt
