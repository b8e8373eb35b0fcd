#include "coordinator/store/chain.h"

#include <map>

#include "coordinator/store/blobs.h"
#include "coordinator/store/inside.h"
#include "core/base/sha256.h"

namespace gb {
namespace {

std::string digest_of(const std::string& before, std::int64_t number, const ChainLink& link) {
  // Ids and words hold no newline, so the fields cannot run into each other.
  return sha256_hex(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", before, number, link.run_id,
                                link.cell_id, link.fate, link.end, link.document_sha256,
                                link.spool_id, link.spool_sequence));
}

/// What a link says must be in the tables it speaks of.
Result<void> check_link(Connection& connection, std::int64_t number, const ChainLink& link) {
  if (link.document_sha256.empty()) return {};
  if (link.fate == "accepted" || link.fate == "superseded") {
    Query result = connection.query(
        "SELECT result.document_sha256, result.is_superseded FROM run JOIN result USING (run_seq) "
        "WHERE run.run_id = ?",
        link.run_id);
    if (!result.next() || result.text(0) != link.document_sha256 ||
        result.flag(1) != (link.fate == "superseded")) {
      return fail(ErrorCode::DataLoss,
                  "commit {}: the result of run {} is missing or is not what was committed", number,
                  link.run_id);
    }
  }
  if (link.fate == "duplicate") return {};  // its document may have come with another run
  if (auto bytes = get_blob(connection, link.document_sha256); !bytes) {
    return fail(ErrorCode::DataLoss, "commit {}, run {}: {}", number, link.run_id,
                bytes.error().message);
  }
  return {};
}

Result<void> check_links(Connection& connection) {
  std::map<std::string, std::uint64_t> committed_to;
  std::string before;
  std::int64_t expected = 1;
  Query row = connection.query(
      "SELECT commit_number, run_id, cell_id, fate, end_state, document_sha256, spool_id, "
      "spool_sequence, digest FROM chain ORDER BY commit_number");
  for (; row.next(); ++expected) {
    const std::int64_t number = row.number(0);
    const ChainLink link{row.text(1), row.text(2), row.text(3), row.text(4),
                         row.text(5), row.text(6), row.wide(7)};
    if (number != expected) {
      return fail(ErrorCode::DataLoss, "commit {} is missing: after {} comes {}", expected,
                  expected - 1, number);
    }
    if (digest_of(before, number, link) != row.text(8)) {
      return fail(
          ErrorCode::DataLoss,
          "commit {} (run {}) does not follow from the one before it: one of them was changed",
          number, link.run_id);
    }
    if (auto ok = check_link(connection, number, link); !ok) return ok;
    before = row.text(8);
    std::uint64_t& highest = committed_to[link.spool_id];
    highest = std::max(highest, link.spool_sequence);
  }
  for (const auto& [spool, highest] : committed_to) {
    Query mark = connection.query("SELECT durable_to FROM spool WHERE spool_id = ?", spool);
    if (!mark.next() || mark.wide(0) < highest) {
      return fail(ErrorCode::DataLoss, "the watermark of spool {} is behind its commit {}", spool,
                  highest);
    }
  }
  return {};
}

}  // namespace

void append_to_chain(Connection& connection, const ChainLink& link) {
  std::int64_t number = 1;
  std::string before;
  {
    Query last = connection.query(
        "SELECT commit_number, digest FROM chain ORDER BY commit_number DESC LIMIT 1");
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
      link.spool_sequence, digest_of(before, number, link));
}

Result<void> Store::check_chain() {
  Connection& connection = database_->connection;
  return connection.read("check the store", [&]() -> Result<void> {
    if (auto ok = check_links(connection); !ok) return ok;
    SQLite::Statement pages(connection.raw(), "PRAGMA integrity_check(1)");
    if (pages.executeStep() && pages.getColumn(0).getString() != "ok") {
      return fail(ErrorCode::DataLoss, "SQLite finds the file damaged: {}",
                  pages.getColumn(0).getString());
    }
    return {};
  });
}

}  // namespace gb
