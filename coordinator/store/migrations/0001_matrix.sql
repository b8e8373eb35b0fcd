-- 0001_matrix.sql: matrices, their cells, and the runs that try them.
PRAGMA application_id = 1734501474;  -- "gbdb": this file is a graph-bench store

CREATE TABLE matrix (
  matrix_seq INTEGER PRIMARY KEY,  -- order of submission
  matrix_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  submitted_ns INTEGER NOT NULL,  -- UTC since the epoch, as all *_ns that are moments
  ended_ns INTEGER,               -- NULL until every cell has ended
  is_cancelled INTEGER NOT NULL DEFAULT 0,
  seed INTEGER NOT NULL,  -- 64 bits, read as unsigned
  operations INTEGER NOT NULL,
  warm_up_ns INTEGER NOT NULL,
  operation_limit_ns INTEGER NOT NULL,
  run_deadline_ns INTEGER NOT NULL,
  verify_draws_per_stratum INTEGER NOT NULL,
  max_attempts INTEGER NOT NULL,
  queue_deadline_ns INTEGER NOT NULL,  -- a span; 0: never
  -- Kept up to date with the cells, so that no list counts them.
  cell_count INTEGER NOT NULL,
  ended_count INTEGER NOT NULL DEFAULT 0,
  done_count INTEGER NOT NULL DEFAULT 0,
  failed_query_count INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX matrix_open ON matrix (matrix_seq) WHERE ended_ns IS NULL;

CREATE TABLE cell (
  cell_seq INTEGER PRIMARY KEY,
  cell_id TEXT NOT NULL UNIQUE,
  matrix_seq INTEGER NOT NULL REFERENCES matrix (matrix_seq),
  position INTEGER NOT NULL,
  engine TEXT NOT NULL,
  engine_version TEXT NOT NULL,  -- as asked for; empty: whatever the machine has
  settings TEXT NOT NULL,        -- JSON object
  workload TEXT NOT NULL,
  scale TEXT NOT NULL,
  machine TEXT NOT NULL,
  round INTEGER NOT NULL,
  fencing_number INTEGER NOT NULL DEFAULT 1,  -- only grows; a run with a smaller one is superseded
  attempts INTEGER NOT NULL DEFAULT 0,
  end_state TEXT CHECK (end_state IN ('done', 'never_started', 'input_missing', 'engine_failed',
                                      'engine_timeout', 'agent_lost', 'cancelled', 'expired')),
  reason TEXT NOT NULL DEFAULT '',
  run_seq INTEGER REFERENCES run (run_seq),  -- holds the lease, or its result counts
  is_partial INTEGER NOT NULL DEFAULT 0,
  failed_count INTEGER NOT NULL DEFAULT 0,
  UNIQUE (matrix_seq, position)
) STRICT;

CREATE TABLE run (
  run_seq INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL UNIQUE,
  cell_seq INTEGER NOT NULL REFERENCES cell (cell_seq),
  agent TEXT NOT NULL,
  fencing_number INTEGER NOT NULL,
  attempt INTEGER NOT NULL,  -- from 1; 0 when it was reported without a lease known here
  leased_ns INTEGER,
  state TEXT NOT NULL CHECK (state IN ('leased', 'lost', 'reported', 'superseded')),
  end_state TEXT,  -- as the agent reported it
  reason TEXT NOT NULL DEFAULT '',
  dataset_source TEXT NOT NULL DEFAULT '',
  reported_ns INTEGER
) STRICT;

CREATE INDEX run_of_cell ON run (cell_seq, attempt);

-- How many cells ended in which way, over all matrices.
CREATE TABLE cell_count (
  end_state TEXT PRIMARY KEY,
  cell_count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
