-- 0002_result.sql: what runs ended in. Only appended to.

-- Large things by the digest of their bytes.
CREATE TABLE blob (
  blob_seq INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,  -- of the bytes as served
  encoding TEXT NOT NULL CHECK (encoding IN ('raw', 'zstd')),
  byte_count INTEGER NOT NULL,  -- as served
  bytes BLOB NOT NULL
) STRICT;

-- Results that one looks at side by side.
CREATE TABLE series (
  series_seq INTEGER PRIMARY KEY,
  engine TEXT NOT NULL,
  workload TEXT NOT NULL,
  scale TEXT NOT NULL,
  machine TEXT NOT NULL,
  UNIQUE (engine, workload, scale, machine)
) STRICT;

CREATE TABLE result (
  result_seq INTEGER PRIMARY KEY,  -- order of commit here: no clock of an agent decides it
  run_seq INTEGER NOT NULL UNIQUE REFERENCES run (run_seq),
  series_seq INTEGER NOT NULL REFERENCES series (series_seq),
  matrix_seq INTEGER NOT NULL REFERENCES matrix (matrix_seq),
  started_ns INTEGER NOT NULL,  -- by the agent's clock
  committed_ns INTEGER NOT NULL,
  engine_version TEXT NOT NULL,  -- as the running engine reported it
  document_sha256 TEXT NOT NULL REFERENCES blob (sha256),
  is_superseded INTEGER NOT NULL,  -- came after its lease had ended: kept, never counted
  is_partial INTEGER NOT NULL,
  failed_count INTEGER NOT NULL,
  lineage_key TEXT NOT NULL
) STRICT;

CREATE INDEX result_of_series ON result (series_seq, is_superseded, result_seq);
CREATE INDEX result_of_matrix ON result (matrix_seq, is_superseded, result_seq);

CREATE TABLE stat (
  result_seq INTEGER NOT NULL REFERENCES result (result_seq),
  query_id TEXT NOT NULL,
  sample_count INTEGER NOT NULL,
  error_count INTEGER NOT NULL,
  p50_ns INTEGER NOT NULL,
  p90_ns INTEGER NOT NULL,
  p99_ns INTEGER NOT NULL,
  PRIMARY KEY (result_seq, query_id)
) STRICT, WITHOUT ROWID;

-- The last counted figures of each series, so that nobody searches the results for them.
CREATE TABLE latest (
  series_seq INTEGER NOT NULL REFERENCES series (series_seq),
  query_id TEXT NOT NULL,
  result_seq INTEGER NOT NULL REFERENCES result (result_seq),
  p50_ns INTEGER NOT NULL,
  p99_ns INTEGER NOT NULL,
  PRIMARY KEY (series_seq, query_id)
) STRICT, WITHOUT ROWID;
