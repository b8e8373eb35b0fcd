#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/scheduler/plan.h"
#include "coordinator/scheduler/scheduler.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/id.h"

namespace gb {

/// What the coordinator remembers of an agent.
struct AgentRecord {
  AgentId name;
  std::uint64_t session_epoch = 0;
  std::string host_fingerprint;
  std::string boot_id;
  std::string host_summary;
  std::string machine_class;
  std::string software_version;
  std::vector<std::string> labels;
  struct Engine {
    std::string name, version, plane, unavailable_reason;
  };
  std::vector<Engine> engines;
  WallTime last_seen{};
};

/// One query's figures, taken from the document when it is committed: what lists and verdicts read.
struct StatRow {
  std::string query_id;
  std::uint64_t count = 0, errors = 0;
  std::uint64_t p50_ns = 0, p90_ns = 0, p99_ns = 0;
};

/// The end of a run as it arrived, with what was read out of its document.
struct ReportRecord {
  AgentId agent;
  std::string spool_id;
  std::uint64_t sequence = 0;
  RunId run;
  CellId cell;
  std::uint64_t fencing_number = 0;
  CellEnd end = CellEnd::Done;
  std::string reason;
  std::string dataset_source;
  // Only when done:
  std::string document;         // canonical bytes
  std::string document_sha256;  // checked by the caller against the bytes
  std::string engine_version;
  std::string lineage_key;
  WallTime start_time{};
  bool partial = false;
  std::uint32_t failed_count = 0;
  std::vector<StatRow> stats;
};

enum class ReportFate { Accepted, Superseded, Duplicate };

struct CommittedReport {
  ReportFate fate = ReportFate::Accepted;
  std::uint64_t durable_to = 0;  // of the spool, after this commit
};

/// What is known of an agent's spool when it reconnects.
struct SpoolState {
  std::uint64_t durable_to = 0;  // replay what is above it
  std::uint64_t resent = 0;  // acknowledged once, missing here, but still spooled: it comes again
  std::uint64_t lost = 0;    // acknowledged once and gone at both ends
};

struct CellRow {
  CellPlan plan;
  MatrixId matrix;
  std::uint64_t fencing_number = 1;
  std::uint32_t attempts = 0;
  std::optional<CellEnd> end;
  std::string reason;
  RunId run;  // holds the lease, or its result counts
  bool running = false;
  bool partial = false;
  std::uint32_t failed_count = 0;
  std::string dataset_source;  // as that run reported it
};

struct MatrixRow {
  MatrixId id;
  std::string name;
  bool ended = false;
  bool cancelled = false;
  WallTime submitted{};
  WallTime ended_at{};
  std::uint32_t cell_count = 0, ended_count = 0, done_count = 0, failed_query_count = 0;
};

struct ResultRow {
  RunId run;
  CellId cell;
  MatrixId matrix;
  std::string engine, engine_version, workload, scale;
  AgentId machine;
  WallTime start_time{};
  std::string document_sha256;
  std::uint64_t document_bytes = 0;
  bool superseded = false;
  bool partial = false;
  std::uint32_t failed_count = 0;
  std::string lineage_key;
};

struct StoredResultFilter {
  std::string matrix, engine, workload, scale, machine;  // empty matches everything
  bool include_superseded = false;
};

/// Keyset page: `token` is opaque, empty at the start, and empty again in the answer when there is
/// no more.
template <class Row>
struct Page {
  std::vector<Row> rows;
  std::string next_token;
};

/// The last counted figures of one engine, workload, scale, query and machine.
struct LatestStat {
  std::string engine, workload, scale, machine, query_id;
  std::uint64_t p50_ns = 0, p99_ns = 0;
};

/// How far a scrub of the commits has come; the default is before the first.
struct ScrubMark {
  std::int64_t next = 1;  // commit number
  std::string before;     // digest of the commit before it
  bool at_end = false;    // there is no next one
};

/// Everything the coordinator must not forget, in one SQLite file (WAL, synchronous=FULL). SQL
/// lives here alone. One process at a time holds it; within it, calls are serialised by the caller.
/// Writes are one transaction each and durable when they return; ResourceExhausted when the disk is
/// full, with nothing half-written.
class Store {
 public:
  /// Creates or migrates. FailedPrecondition: written by a newer version, both named. Unavailable:
  /// another process has it.
  static Result<std::unique_ptr<Store>> open(const std::filesystem::path& file);
  ~Store();

  Result<void> add_matrix(const MatrixPlan& plan, WallTime now);
  /// Before MatrixCancelled is fed to the scheduler, so that a restart goes on cancelling.
  /// NotFound; FailedPrecondition when it has ended.
  Result<void> cancel_matrix(const MatrixId& id);
  /// Fails with FailedPrecondition when the cell is not queued under this fencing number any more.
  Result<void> lease_cell(const LeaseCell& lease, const RunId& run, WallTime now);
  /// These do nothing when it is so already: a cell that commit_report ended as done may be
  /// ended as done once more. FailedPrecondition when it has ended otherwise.
  Result<void> requeue_cell(const RequeueCell& requeue, WallTime now);
  Result<void> end_cell(const EndCell& end, WallTime now);
  /// As end_cell for each, in one transaction, all or none: cancelling a matrix of thousands of
  /// cells must not cost a sync of the disk for each.
  Result<void> end_cells(const std::vector<EndCell>& ends, WallTime now);
  Result<void> end_matrix(const EndMatrix& end, WallTime now);
  Result<void> put_agent(const AgentRecord& agent);

  /// One transaction: drops duplicates by (spool, sequence) and by run, checks the fencing number
  /// against the cell's, keeps a late result as superseded, ends the cell when a current result
  /// says done, and moves the spool's watermark (without gaps: a report beyond the next sequence is
  /// FailedPrecondition). NotFound: no such cell.
  Result<CommittedReport> commit_report(const ReportRecord& report, WallTime now);
  /// For a report that can never be committed (its cell is unknown here, its bytes do not match its
  /// digest): keeps it aside with the reason, counted nowhere, and moves the watermark past it, so
  /// that the reports behind it are not stuck. Same rules for duplicates and gaps.
  Result<CommittedReport> set_report_aside(const ReportRecord& report, const std::string& why,
                                           WallTime now);
  Result<std::uint64_t> durable_to(const std::string& spool_id);
  /// At Hello: compares the watermark with what the agent was told before and still has. What was
  /// acknowledged and is neither here nor in the spool any more is lost: it is recorded, `lost`
  /// says how many reports, and the watermark moves to where the spool begins.
  Result<SpoolState> meet_spool(const std::string& spool_id, const AgentId& agent,
                                std::uint64_t spooled_from, std::uint64_t acknowledged_to,
                                WallTime now);

  /// Matrices that have not ended, their cells, and the agents. now: for how long they waited.
  Result<Snapshot> snapshot(WallTime now = wall_now());

  Result<std::vector<AgentRecord>> agents();
  Result<MatrixRow> matrix(const MatrixId& id);
  Result<std::vector<CellRow>> cells(const MatrixId& id);
  Result<CellRow> cell(const CellId& id);
  Result<RunPlan> run_plan(const MatrixId& id);
  Result<Page<MatrixRow>> matrices(std::uint32_t page_size, const std::string& token);
  Result<Page<ResultRow>> results(const StoredResultFilter& filter, std::uint32_t page_size,
                                  const std::string& token);
  Result<ResultRow> result(const RunId& run);
  Result<std::string> document(const std::string& sha256);
  Result<std::vector<LatestStat>> latest_stats();
  Result<std::map<std::string, std::uint64_t>>
  cell_counts_by_end();  // "done" -> n, over all matrices; kept up to date

  /// Recomputes the next `links` commits, their results and documents, moves `mark` past them and
  /// says what is not as it was committed, a sentence each, naming commit and run. DataLoss: SQLite
  /// could not read on.
  Result<std::vector<std::string>> scrub(ScrubMark& mark, std::uint32_t links);
  /// A mark from which the last `links` commits are scrubbed.
  Result<ScrubMark> tail(std::uint32_t links);
  /// Recomputes the chain over all commits and the digest of every document, and has SQLite check
  /// its pages: DataLoss, naming the first broken link. Reads the whole store.
  Result<void> check_chain();

  /// How SQLite runs each statement that was used so far (EXPLAIN QUERY PLAN), for tests.
  struct QueryPlan {
    std::string sql;
    std::vector<std::string> steps;
  };
  Result<std::vector<QueryPlan>> query_plans();

 private:
  struct Database;
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace gb
