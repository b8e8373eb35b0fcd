MATCH (:Account {id: $src})-[t:TRANSFER {ts: $ts}]->(:Account {id: $dst}) RETURN count(t) = 1 AS ok
