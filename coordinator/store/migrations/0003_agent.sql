-- 0003_agent.sql: agents, and how far each one's spool is durable here.

CREATE TABLE agent (
  agent TEXT PRIMARY KEY,
  session_epoch INTEGER NOT NULL,
  host_fingerprint TEXT NOT NULL,
  boot_id TEXT NOT NULL,
  host_summary TEXT NOT NULL,
  machine_class TEXT NOT NULL,
  software_version TEXT NOT NULL,
  labels TEXT NOT NULL,   -- JSON array
  engines TEXT NOT NULL,  -- JSON array of objects
  last_seen_ns INTEGER NOT NULL
) STRICT;

CREATE TABLE spool (
  spool_id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  durable_to INTEGER NOT NULL  -- every sequence up to here is committed
) STRICT;

-- Reports that were acknowledged once and are neither here nor in their spool any more.
CREATE TABLE spool_loss (
  loss_seq INTEGER PRIMARY KEY,
  spool_id TEXT NOT NULL REFERENCES spool (spool_id),
  first_sequence INTEGER NOT NULL,
  last_sequence INTEGER NOT NULL,
  found_ns INTEGER NOT NULL
) STRICT;

-- Reports that could not become a run's end here: kept for a person to look at, counted nowhere.
CREATE TABLE report_aside (
  aside_seq INTEGER PRIMARY KEY,
  spool_id TEXT NOT NULL REFERENCES spool (spool_id),
  sequence INTEGER NOT NULL,
  run_id TEXT NOT NULL,
  cell_id TEXT NOT NULL,
  fencing_number INTEGER NOT NULL,
  end_state TEXT NOT NULL,
  reason TEXT NOT NULL,
  document_sha256 TEXT REFERENCES blob (sha256),
  why TEXT NOT NULL,
  committed_ns INTEGER NOT NULL
) STRICT;
