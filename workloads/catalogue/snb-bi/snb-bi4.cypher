MATCH (f:Forum)-[k:HAS_MEMBER]->(:Person)
RETURN f.id AS forumId, f.title AS title, count(k) AS members
ORDER BY members DESC, forumId
LIMIT 20
