MATCH (:Person)-[:LIKES]->(:Post)-[:HAS_CREATOR]->(:Person)-[:KNOWS]->(:Person)
RETURN count(*) AS cnt
