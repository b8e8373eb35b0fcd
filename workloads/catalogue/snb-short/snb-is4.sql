SELECT content, "creationDate"
FROM "Post"
WHERE id = $postId
