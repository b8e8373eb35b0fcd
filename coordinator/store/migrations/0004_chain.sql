-- 0004_chain.sql: every commit of a report, numbered without gaps and chained by digest. SQLite drops
-- what follows a damaged frame of its log without a word; this and the spools' watermarks notice.
CREATE TABLE chain (
  commit_number INTEGER PRIMARY KEY,  -- from 1
  run_id TEXT NOT NULL,
  cell_id TEXT NOT NULL,
  fate TEXT NOT NULL CHECK (fate IN ('accepted', 'superseded', 'duplicate', 'aside')),
  end_state TEXT NOT NULL,
  document_sha256 TEXT NOT NULL,  -- empty: none
  spool_id TEXT NOT NULL,
  spool_sequence INTEGER NOT NULL,
  digest TEXT NOT NULL  -- SHA-256 over the fields above and the digest before
) STRICT;
