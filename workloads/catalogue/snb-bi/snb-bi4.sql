SELECT forum.id AS "forumId", forum.title, COUNT(*) AS members
FROM "Forum" AS forum
JOIN "HAS_MEMBER" AS member ON member.src = forum.id
GROUP BY forum.id, forum.title
ORDER BY members DESC, forum.id
LIMIT 20
