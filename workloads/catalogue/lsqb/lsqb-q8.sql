SELECT COUNT(*) AS cnt
FROM "CONTAINER_OF" AS contains
JOIN "HAS_CREATOR" AS wrote ON wrote.src = contains.dst
JOIN "HAS_CREATOR" AS wrote_too ON wrote_too.dst = wrote.dst AND wrote_too.src <> wrote.src
JOIN "CONTAINER_OF" AS contains_too ON contains_too.src = contains.src AND contains_too.dst = wrote_too.src
