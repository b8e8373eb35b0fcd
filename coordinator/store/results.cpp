#include <algorithm>

#include "coordinator/store/blobs.h"
#include "coordinator/store/inside.h"
#include "coordinator/store/page_token.h"

namespace gb {
namespace {

constexpr std::string_view kSelectResult =
    "SELECT run.run_id, cell.cell_id, matrix.matrix_id, cell.engine, r.engine_version, "
    "cell.workload, "
    "cell.scale, cell.machine, r.started_ns, r.document_sha256, blob.byte_count, r.is_superseded, "
    "r.is_partial, r.failed_count, r.lineage_key, r.result_seq "
    "FROM result r CROSS JOIN run ON run.run_seq = r.run_seq "
    "CROSS JOIN cell ON cell.cell_seq = run.cell_seq "
    "CROSS JOIN matrix ON matrix.matrix_seq = r.matrix_seq "
    "CROSS JOIN blob ON blob.sha256 = r.document_sha256 ";

ResultRow result_of(StoreQuery& row) {
  ResultRow result;
  result.run = row.id<RunId>(0);
  result.cell = row.id<CellId>(1);
  result.matrix = row.id<MatrixId>(2);
  result.engine = row.text(3);
  result.engine_version = row.text(4);
  result.workload = row.text(5);
  result.scale = row.text(6);
  result.machine = row.id<AgentId>(7);
  result.start_time = row.moment(8);
  result.document_sha256 = row.text(9);
  result.document_bytes = row.wide(10);
  result.superseded = row.flag(11);
  result.partial = row.flag(12);
  result.failed_count = row.narrow(13);
  result.lineage_key = row.text(14);
  return result;
}

/// Walks several descending lists of result numbers as one.
class Merge {
 public:
  void add(std::unique_ptr<SQLite::Statement> list) {
    lists_.push_back({std::move(list), 0});
    advance(lists_.size() - 1);
  }

  /// The next lower number, or nothing.
  std::optional<std::int64_t> next() {
    if (heap_.empty()) return std::nullopt;
    std::pop_heap(heap_.begin(), heap_.end());
    const auto [seq, list] = heap_.back();
    heap_.pop_back();
    advance(list);
    return seq;
  }

 private:
  void advance(std::size_t list) {
    if (!lists_[list].first->executeStep()) return;
    heap_.emplace_back(lists_[list].first->getColumn(0).getInt64(), list);
    std::push_heap(heap_.begin(), heap_.end());
  }

  std::vector<std::pair<std::unique_ptr<SQLite::Statement>, std::size_t>> lists_;
  std::vector<std::pair<std::int64_t, std::size_t>> heap_;
};

template <class... Values>
std::unique_ptr<SQLite::Statement> cursor(Connection& connection, std::string_view sql,
                                          const Values&... values) {
  auto statement = connection.cursor(sql);
  int index = 0;
  (Connection::bind(*statement, ++index, values), ...);
  return statement;
}

bool narrows_series(const StoredResultFilter& filter) {
  return !(filter.engine.empty() && filter.workload.empty() && filter.scale.empty() &&
           filter.machine.empty());
}

std::vector<std::int64_t> series_like(Connection& connection, const StoredResultFilter& filter) {
  std::vector<std::int64_t> found;
  StoreQuery row = connection.query(
      "SELECT series_seq FROM series WHERE (?1 = '' OR engine = ?1) AND (?2 = '' OR workload = ?2) "
      "AND (?3 = '' OR scale = ?3) AND (?4 = '' OR machine = ?4)",
      filter.engine, filter.workload, filter.scale, filter.machine);
  while (row.next()) found.push_back(row.number(0));
  return found;
}

/// The lists whose merge is what the filter asks for, newest first, below `before`. Each is a walk
/// along an index: however rare the match, nothing else is looked at.
void add_lists(Connection& connection, const StoredResultFilter& filter, std::int64_t before,
               Merge& merge) {
  const int last = filter.include_superseded ? 1 : 0;
  for (int superseded = 0; superseded <= last; ++superseded) {
    if (!filter.matrix.empty()) {
      merge.add(cursor(
          connection,
          "SELECT r.result_seq FROM matrix m CROSS JOIN result r INDEXED BY result_of_matrix "
          "ON r.matrix_seq = m.matrix_seq CROSS JOIN series s ON s.series_seq = r.series_seq "
          "WHERE m.matrix_id = ?1 AND r.is_superseded = ?2 AND r.result_seq < ?3 "
          "AND (?4 = '' OR s.engine = ?4) AND (?5 = '' OR s.workload = ?5) "
          "AND (?6 = '' OR s.scale = ?6) AND (?7 = '' OR s.machine = ?7) "
          "ORDER BY r.result_seq DESC",
          filter.matrix, superseded, before, filter.engine, filter.workload, filter.scale,
          filter.machine));
    } else if (narrows_series(filter)) {
      for (const std::int64_t series : series_like(connection, filter)) {
        merge.add(cursor(connection,
                         "SELECT result_seq FROM result INDEXED BY result_of_series "
                         "WHERE series_seq = ? AND is_superseded = ? AND result_seq < ? "
                         "ORDER BY result_seq DESC",
                         series, superseded, before));
      }
    } else {
      merge.add(cursor(connection,
                       "SELECT result_seq FROM result WHERE result_seq < ? AND is_superseded = ? "
                       "ORDER BY result_seq DESC",
                       before, superseded));
    }
  }
}

std::string list_name(const StoredResultFilter& filter) {
  // No id, engine or scale holds a newline.
  return fmt::format("results\n{}\n{}\n{}\n{}\n{}\n{}", filter.matrix, filter.engine,
                     filter.workload, filter.scale, filter.machine, filter.include_superseded);
}

}  // namespace

Result<Page<ResultRow>> Store::results(const StoredResultFilter& filter, std::uint32_t page_size,
                                       const std::string& token) {
  const std::string list = list_name(filter);
  const auto before = sequence_before(list, token);
  if (!before) return tl::unexpected(before.error());
  Connection& connection = database_->connection;
  return connection.read("list the results", [&]() -> Result<Page<ResultRow>> {
    Merge merge;
    add_lists(connection, filter, *before, merge);
    Page<ResultRow> page;
    const std::uint32_t size = page_size_of(page_size);
    std::int64_t last = 0;
    while (const auto seq = merge.next()) {
      if (page.rows.size() == size) {
        page.next_token = page_token(list, last);
        break;
      }
      StoreQuery row =
          connection.query(std::string(kSelectResult) + "WHERE r.result_seq = ?", *seq);
      if (row.next()) page.rows.push_back(result_of(row));
      last = *seq;
    }
    return page;
  });
}

Result<ResultRow> Store::result(const RunId& run) {
  Connection& connection = database_->connection;
  return connection.read("read the result", [&]() -> Result<ResultRow> {
    StoreQuery row = connection.query(
        std::string(kSelectResult) + "WHERE r.run_seq = (SELECT run_seq FROM run WHERE run_id = ?)",
        run);
    if (!row.next()) return fail(ErrorCode::NotFound, "no result of run {}", run);
    return result_of(row);
  });
}

Result<std::string> Store::document(const std::string& sha256) {
  Connection& connection = database_->connection;
  return connection.read("read the document", [&] { return get_blob(connection, sha256); });
}

Result<std::vector<LatestStat>> Store::latest_stats() {
  Connection& connection = database_->connection;
  return connection.read("read the latest figures", [&]() -> Result<std::vector<LatestStat>> {
    std::vector<LatestStat> stats;
    StoreQuery row = connection.query(
        "SELECT s.engine, s.workload, s.scale, s.machine, l.query_id, l.p50_ns, l.p99_ns "
        "FROM latest l CROSS JOIN series s ON s.series_seq = l.series_seq "
        "ORDER BY l.series_seq, l.query_id");
    while (row.next()) {
      stats.push_back({row.text(0), row.text(1), row.text(2), row.text(3), row.text(4), row.wide(5),
                       row.wide(6)});
    }
    return stats;
  });
}

}  // namespace gb
