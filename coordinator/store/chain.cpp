#include "coordinator/store/chain.h"

#include "coordinator/store/blobs.h"
#include "coordinator/store/inside.h"
#include "core/base/sha256.h"

namespace gb {
namespace {

/// Whether the link is the one that its run's result came with.
bool brought_result(const ChainLink& link) {
  return !link.document_sha256.empty() && (link.fate == "accepted" || link.fate == "superseded");
}

/// What lists and verdicts read of the run's result, as one text; empty when it has none.
std::string figures_of(Connection& connection, const std::string& run_id) {
  StoreQuery result = connection.query(
      "SELECT r.result_seq, s.engine, s.workload, s.scale, s.machine, r.matrix_seq, r.started_ns, "
      "r.engine_version, r.document_sha256, r.is_superseded, r.is_partial, r.failed_count, "
      "r.lineage_key FROM run CROSS JOIN result r ON r.run_seq = run.run_seq "
      "CROSS JOIN series s ON s.series_seq = r.series_seq WHERE run.run_id = ?",
      run_id);
  if (!result.next()) return "";
  std::string text;
  for (int column = 0; column < 13; ++column) text += result.text(column) + "\n";
  StoreQuery stat = connection.query(
      "SELECT query_id, sample_count, error_count, p50_ns, p90_ns, p99_ns FROM stat "
      "WHERE result_seq = ? ORDER BY query_id",
      result.number(0));
  while (stat.next()) {
    for (int column = 0; column < 6; ++column) text += stat.text(column) + "\n";
  }
  return text;
}

std::string digest_of(const std::string& before, std::int64_t number, const ChainLink& link,
                      const std::string& figures) {
  // Ids and words hold no newline, so the fields cannot run into each other.
  return sha256_hex(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", before, number,
                                link.run_id, link.cell_id, link.fate, link.end,
                                link.document_sha256, link.spool_id, link.spool_sequence, figures));
}

/// Of this link's commit, as the tables are now.
std::string figures_for(Connection& connection, const ChainLink& link) {
  return brought_result(link) ? figures_of(connection, link.run_id) : "";
}

/// The document that the link speaks of must be there, whole.
Result<void> check_document(Connection& connection, std::int64_t number, const ChainLink& link) {
  if (link.document_sha256.empty() || link.fate == "duplicate") return {};
  if (auto bytes = get_blob(connection, link.document_sha256); !bytes) {
    return fail(ErrorCode::DataLoss, "commit {}, run {}: {}", number, link.run_id,
                bytes.error().message);
  }
  return {};
}

/// Nothing, or what is wrong with one link. before: the digest of the link before it.
Result<void> check_link(Connection& connection, std::int64_t number, const ChainLink& link,
                        const std::string& before, const std::string& digest) {
  if (digest_of(before, number, link, figures_for(connection, link)) != digest) {
    return fail(ErrorCode::DataLoss,
                "commit {} (run {}): its record, its result or the commit before it is not what "
                "was committed",
                number, link.run_id);
  }
  if (auto ok = check_document(connection, number, link); !ok) return ok;
  StoreQuery mark =
      connection.query("SELECT durable_to FROM spool WHERE spool_id = ?", link.spool_id);
  if (!mark.next() || mark.wide(0) < link.spool_sequence) {
    return fail(ErrorCode::DataLoss, "commit {} (run {}): the watermark of spool {} is behind {}",
                number, link.run_id, link.spool_id, link.spool_sequence);
  }
  return {};
}

/// The next link of the scrub; what is wrong with it goes to `found`.
void scrub_next(Connection& connection, ScrubMark& mark, std::vector<std::string>& found) {
  std::int64_t number = 0;
  ChainLink link;
  std::string digest;
  {
    StoreQuery row = connection.query(
        "SELECT commit_number, run_id, cell_id, fate, end_state, document_sha256, spool_id, "
        "spool_sequence, digest FROM chain WHERE commit_number >= ? ORDER BY commit_number LIMIT 1",
        mark.next);
    if (!row.next()) {
      mark.at_end = true;
      return;
    }
    number = row.number(0);
    link = {row.text(1), row.text(2), row.text(3), row.text(4),
            row.text(5), row.text(6), row.wide(7)};
    digest = row.text(8);
  }
  if (number != mark.next) {
    found.push_back(
        fmt::format("commit {} is missing: after {} comes {}", mark.next, mark.next - 1, number));
  }
  if (const auto ok = check_link(connection, number, link, mark.before, digest); !ok) {
    found.push_back(ok.error().message);
  }
  mark.next = number + 1;
  mark.before = digest;  // as it stands, so that one damaged link is told once
}

}  // namespace

void append_to_chain(Connection& connection, const ChainLink& link) {
  std::int64_t number = 1;
  std::string before;
  {
    StoreQuery last = connection.query(
        "SELECT commit_number, digest FROM chain "
        "WHERE commit_number = (SELECT max(commit_number) FROM chain)");
    if (last.next()) {
      number = last.number(0) + 1;
      before = last.text(1);
    }
  }
  connection.run(
      "INSERT INTO chain (commit_number, run_id, cell_id, fate, end_state, document_sha256, "
      "spool_id, "
      "spool_sequence, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      number, link.run_id, link.cell_id, link.fate, link.end, link.document_sha256, link.spool_id,
      link.spool_sequence, digest_of(before, number, link, figures_for(connection, link)));
}

Result<std::vector<std::string>> Store::scrub(ScrubMark& mark, std::uint32_t links) {
  Connection& connection = database_->connection;
  return connection.read("check the store", [&]() -> Result<std::vector<std::string>> {
    std::vector<std::string> found;
    for (std::uint32_t i = 0; i < links && !mark.at_end; ++i) scrub_next(connection, mark, found);
    return found;
  });
}

Result<ScrubMark> Store::tail(std::uint32_t links) {
  Connection& connection = database_->connection;
  return connection.read("find the store's last commits", [&]() -> Result<ScrubMark> {
    ScrubMark mark;
    StoreQuery before = connection.query(
        "SELECT commit_number, digest FROM chain "
        "WHERE commit_number <= (SELECT max(commit_number) FROM chain) - ? "
        "ORDER BY commit_number DESC LIMIT 1",
        links);
    if (before.next()) mark = {before.number(0) + 1, before.text(1), false};
    return mark;
  });
}

Result<void> Store::check_chain() {
  ScrubMark mark;
  while (!mark.at_end) {
    const auto found = scrub(mark, 1);
    if (!found) return tl::unexpected(found.error());
    if (!found->empty()) return fail(ErrorCode::DataLoss, "check the store: {}", found->front());
  }
  Connection& connection = database_->connection;
  return connection.read("check the store", [&]() -> Result<void> {
    SQLite::Statement pages(connection.raw(), "PRAGMA integrity_check(1)");
    if (pages.executeStep() && pages.getColumn(0).getString() != "ok") {
      return fail(ErrorCode::DataLoss, "SQLite finds the file damaged: {}",
                  pages.getColumn(0).getString());
    }
    return {};
  });
}

}  // namespace gb
