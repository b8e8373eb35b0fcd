MATCH (:Account {id: $src})-[t:TRANSFER {ts: $ts}]->(:Account {id: $dst}) DELETE t
