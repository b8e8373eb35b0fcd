MATCH (m:Post)
WITH m.creationDate / 31536000 AS year,
     CASE WHEN size(m.content) < 16 THEN 0 WHEN size(m.content) < 32 THEN 1 ELSE 2 END AS lengthBucket
RETURN year, lengthBucket, count(*) AS postCount
ORDER BY year, lengthBucket
