-- The remainder is taken off before dividing, so that the quotient is whole however "/" is meant.
SELECT CAST(("creationDate" - "creationDate" % 31536000) / 31536000 AS BIGINT) AS "year",
       CASE WHEN LENGTH(content) < 16 THEN 0 WHEN LENGTH(content) < 32 THEN 1 ELSE 2 END AS "lengthBucket",
       COUNT(*) AS "postCount"
FROM "Post"
GROUP BY 1, 2
ORDER BY 1, 2
