#include "coordinator/store/blobs.h"
#include "coordinator/store/chain.h"
#include "coordinator/store/inside.h"
#include "core/base/sha256.h"

namespace gb {
namespace {

struct RunHandle {
  std::int64_t seq = 0;
  bool ended = false;  // reported or superseded: this run has spoken
  bool leased = false;
};

std::optional<RunHandle> find_run(Connection& connection, const RunId& id) {
  StoreQuery row = connection.query("SELECT run_seq, state FROM run WHERE run_id = ?", id);
  if (!row.next()) return std::nullopt;
  const std::string state = row.text(1);
  return RunHandle{row.number(0), state == "reported" || state == "superseded", state == "leased"};
}

std::optional<std::uint64_t> watermark(Connection& connection, const std::string& spool_id) {
  StoreQuery row = connection.query("SELECT durable_to FROM spool WHERE spool_id = ?", spool_id);
  if (!row.next()) return std::nullopt;
  return row.wide(0);
}

void move_watermark(Connection& connection, const std::string& spool_id, const AgentId& agent,
                    std::uint64_t durable_to) {
  connection.run(
      "INSERT INTO spool (spool_id, agent, durable_to) VALUES (?, ?, ?) "
      "ON CONFLICT (spool_id) DO UPDATE SET durable_to = excluded.durable_to",
      spool_id, agent, durable_to);
}

/// Whether this sequence is the next one (true) or was committed before (false); a gap is refused.
Result<bool> is_next(Connection& connection, const ReportRecord& report) {
  const std::uint64_t durable_to = watermark(connection, report.spool_id).value_or(0);
  if (report.sequence <= durable_to) return false;
  if (report.sequence == durable_to + 1) return true;
  return fail(ErrorCode::FailedPrecondition,
              "report {} of spool {} comes before report {}: send what is missing first",
              report.sequence, report.spool_id, durable_to + 1);
}

ChainLink link_of(const ReportRecord& report, std::string_view fate) {
  return {.run_id = report.run.text(),
          .cell_id = report.cell.text(),
          .fate = std::string(fate),
          .end = std::string(name_of(report.end)),
          .document_sha256 = report.document_sha256,
          .spool_id = report.spool_id,
          .spool_sequence = report.sequence};
}

std::int64_t series_of(Connection& connection, std::int64_t cell_seq) {
  connection.run(
      "INSERT INTO series (engine, workload, scale, machine) "
      "SELECT engine, workload, scale, machine FROM cell WHERE cell_seq = ? ON CONFLICT DO NOTHING",
      cell_seq);
  StoreQuery row = connection.query(
      "SELECT s.series_seq FROM cell c CROSS JOIN series s ON s.engine = c.engine AND "
      "s.workload = c.workload AND s.scale = c.scale AND s.machine = c.machine WHERE c.cell_seq = "
      "?",
      cell_seq);
  row.next();
  return row.number(0);
}

void add_stats(Connection& connection, const ReportRecord& report, std::int64_t result_seq,
               std::int64_t series_seq, bool counts) {
  for (const StatRow& stat : report.stats) {
    connection.run(
        "INSERT INTO stat (result_seq, query_id, sample_count, error_count, p50_ns, p90_ns, "
        "p99_ns) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        result_seq, stat.query_id, stat.count, stat.errors, stat.p50_ns, stat.p90_ns, stat.p99_ns);
    if (!counts || stat.count == 0) continue;
    connection.run(
        "INSERT INTO latest (series_seq, query_id, result_seq, p50_ns, p99_ns) VALUES (?, ?, ?, ?, "
        "?) "
        "ON CONFLICT (series_seq, query_id) DO UPDATE SET result_seq = excluded.result_seq, "
        "p50_ns = excluded.p50_ns, p99_ns = excluded.p99_ns",
        series_seq, stat.query_id, result_seq, stat.p50_ns, stat.p99_ns);
  }
}

void add_result(Connection& connection, const ReportRecord& report, const CellHandle& cell,
                std::int64_t run_seq, bool counts, WallTime now) {
  put_blob(connection, report.document_sha256, report.document);
  const std::int64_t series_seq = series_of(connection, cell.seq);
  connection.run(
      "INSERT INTO result (run_seq, series_seq, matrix_seq, started_ns, committed_ns, "
      "engine_version, "
      "document_sha256, is_superseded, is_partial, failed_count, lineage_key) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      run_seq, series_seq, cell.matrix_seq, report.start_time, now, report.engine_version,
      report.document_sha256, !counts, report.partial, report.failed_count, report.lineage_key);
  add_stats(connection, report, connection.last_row(), series_seq, counts);
  if (!counts) return;
  connection.run("UPDATE cell SET is_partial = ?, failed_count = ? WHERE cell_seq = ?",
                 report.partial, report.failed_count, cell.seq);
  connection.run(
      "UPDATE matrix SET failed_query_count = failed_query_count + ? WHERE matrix_seq = ?",
      report.failed_count, cell.matrix_seq);
  end_cell_row(connection, cell, CellEnd::Done, "", cell.fencing_number);
}

/// The run's own row, made when it was reported without a lease that is known here.
std::int64_t record_end(Connection& connection, const ReportRecord& report, const CellHandle& cell,
                        const std::optional<RunHandle>& run, bool current, WallTime now) {
  std::int64_t run_seq = run ? run->seq : 0;
  if (!run) {
    connection.run(
        "INSERT INTO run (run_id, cell_seq, agent, fencing_number, attempt, state) "
        "VALUES (?, ?, ?, ?, 0, 'superseded')",
        report.run, cell.seq, report.agent, report.fencing_number);
    run_seq = connection.last_row();
  }
  connection.run(
      "UPDATE run SET state = ?, end_state = ?, reason = ?, dataset_source = ?, reported_ns = ? "
      "WHERE run_seq = ?",
      current ? "reported" : "superseded", name_of(report.end), report.reason,
      report.dataset_source, now, run_seq);
  return run_seq;
}

Result<void> check_document(const ReportRecord& report) {
  if (report.end == CellEnd::Done && sha256_hex(report.document) != report.document_sha256) {
    return fail(ErrorCode::DataLoss, "the document of run {} does not match its digest {}",
                report.run, report.document_sha256);
  }
  return {};
}

/// The report without what only a finished run has.
ReportRecord trimmed(const ReportRecord& report) {
  ReportRecord copy = report;
  if (copy.end != CellEnd::Done) {
    copy.document.clear();
    copy.document_sha256.clear();
  }
  return copy;
}

}  // namespace

Result<CommittedReport> Store::commit_report(const ReportRecord& asked, WallTime now) {
  const ReportRecord report = trimmed(asked);
  if (auto ok = check_document(report); !ok) return tl::unexpected(ok.error());
  Connection& connection = database_->connection;
  return connection.write("commit the report", [&]() -> Result<CommittedReport> {
    const auto next = is_next(connection, report);
    if (!next) return tl::unexpected(next.error());
    if (!*next) {
      return CommittedReport{ReportFate::Duplicate, *watermark(connection, report.spool_id)};
    }
    const auto cell = find_cell(connection, report.cell);
    if (!cell) return tl::unexpected(cell.error());
    const auto run = find_run(connection, report.run);
    move_watermark(connection, report.spool_id, report.agent, report.sequence);
    if (run && run->ended) {
      append_to_chain(connection, link_of(report, "duplicate"));
      return CommittedReport{ReportFate::Duplicate, report.sequence};
    }
    const bool current = run && run->leased && run->seq == cell->run_seq && cell->end.empty() &&
                         cell->fencing_number == report.fencing_number;
    const std::int64_t run_seq = record_end(connection, report, *cell, run, current, now);
    // A failure that is current leaves the cell leased: what follows from it is the scheduler's
    // word.
    if (report.end == CellEnd::Done) add_result(connection, report, *cell, run_seq, current, now);
    append_to_chain(connection, link_of(report, current ? "accepted" : "superseded"));
    return CommittedReport{current ? ReportFate::Accepted : ReportFate::Superseded,
                           report.sequence};
  });
}

Result<CommittedReport> Store::set_report_aside(const ReportRecord& report, const std::string& why,
                                                WallTime now) {
  Connection& connection = database_->connection;
  return connection.write("set the report aside", [&]() -> Result<CommittedReport> {
    const auto next = is_next(connection, report);
    if (!next) return tl::unexpected(next.error());
    if (!*next) {
      return CommittedReport{ReportFate::Duplicate, *watermark(connection, report.spool_id)};
    }
    move_watermark(connection, report.spool_id, report.agent, report.sequence);
    ChainLink link = link_of(report, "aside");
    // Under the digest that its bytes have, whatever the report says.
    link.document_sha256 = report.document.empty() ? "" : sha256_hex(report.document);
    std::optional<std::string> document;
    if (!report.document.empty()) {
      document = link.document_sha256;
      put_blob(connection, *document, report.document);
    }
    connection.run(
        "INSERT INTO report_aside (spool_id, sequence, run_id, cell_id, fencing_number, end_state, "
        "reason, document_sha256, why, committed_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        report.spool_id, report.sequence, report.run, report.cell, report.fencing_number,
        name_of(report.end), report.reason, document, why, now);
    append_to_chain(connection, link);
    return CommittedReport{ReportFate::Superseded, report.sequence};
  });
}

Result<std::uint64_t> Store::durable_to(const std::string& spool_id) {
  Connection& connection = database_->connection;
  return connection.read("read the watermark", [&]() -> Result<std::uint64_t> {
    return watermark(connection, spool_id).value_or(0);
  });
}

Result<SpoolState> Store::meet_spool(const std::string& spool_id, const AgentId& agent,
                                     std::uint64_t spooled_from, std::uint64_t acknowledged_to,
                                     WallTime now) {
  Connection& connection = database_->connection;
  return connection.write("meet the spool", [&]() -> Result<SpoolState> {
    SpoolState state;
    state.durable_to = watermark(connection, spool_id).value_or(0);
    if (acknowledged_to <= state.durable_to && spooled_from <= state.durable_to + 1) return state;
    // An empty spool (0) still holds nothing up to its watermark.
    const std::uint64_t begin = spooled_from == 0 ? acknowledged_to + 1 : spooled_from;
    if (begin > state.durable_to + 1) {
      state.lost = begin - 1 - state.durable_to;
      move_watermark(connection, spool_id, agent, begin - 1);
      connection.run(
          "INSERT INTO spool_loss (spool_id, first_sequence, last_sequence, found_ns) "
          "VALUES (?, ?, ?, ?)",
          spool_id, state.durable_to + 1, begin - 1, now);
      state.durable_to = begin - 1;
    }
    if (acknowledged_to > state.durable_to) state.resent = acknowledged_to - state.durable_to;
    return state;
  });
}

}  // namespace gb
