WITH friend (id) AS (
  SELECT dst FROM "KNOWS" WHERE src = $personId
  UNION
  SELECT src FROM "KNOWS" WHERE dst = $personId
)
SELECT forum.id AS "forumId", forum.title, COUNT(DISTINCT friend.id) AS "memberFriends"
FROM friend
JOIN "HAS_MEMBER" AS member ON member.dst = friend.id
JOIN "Forum" AS forum ON forum.id = member.src
GROUP BY forum.id, forum.title
ORDER BY "memberFriends" DESC, forum.id
LIMIT 20
