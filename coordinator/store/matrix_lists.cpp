#include "coordinator/store/inside.h"
#include "coordinator/store/page_token.h"

namespace gb {
namespace {

constexpr std::string_view kSelectMatrix =
    "SELECT matrix_id, name, ended_ns, is_cancelled, submitted_ns, cell_count, ended_count, "
    "done_count, "
    "failed_query_count, matrix_seq FROM matrix ";

MatrixRow matrix_of(StoreQuery& row) {
  MatrixRow matrix;
  matrix.id = row.id<MatrixId>(0);
  matrix.name = row.text(1);
  matrix.ended = !row.is_null(2);
  if (matrix.ended) matrix.ended_at = row.moment(2);
  matrix.cancelled = row.flag(3);
  matrix.submitted = row.moment(4);
  matrix.cell_count = row.narrow(5);
  matrix.ended_count = row.narrow(6);
  matrix.done_count = row.narrow(7);
  matrix.failed_query_count = row.narrow(8);
  return matrix;
}

std::string select_cell(std::string_view condition) {
  return fmt::format(
      "SELECT {}, m.matrix_id, c.fencing_number, c.attempts, c.end_state, c.reason, r.run_id, "
      "c.is_partial, c.failed_count, r.dataset_source FROM matrix m CROSS JOIN cell c ON "
      "c.matrix_seq = m.matrix_seq "
      "LEFT JOIN run r ON r.run_seq = c.run_seq {}",
      kCellPlanColumns, condition);
}

CellRow cell_of(StoreQuery& row) {
  constexpr int kNext = kCellPlanColumnCount;
  CellRow cell;
  cell.plan = cell_plan_of(row, 0);
  cell.matrix = row.id<MatrixId>(kNext);
  cell.fencing_number = row.wide(kNext + 1);
  cell.attempts = row.narrow(kNext + 2);
  if (!row.is_null(kNext + 3)) cell.end = cell_end_of(row.text(kNext + 3));
  cell.reason = row.text(kNext + 4);
  cell.run = row.id<RunId>(kNext + 5);
  cell.running = !cell.end && !cell.run.empty();
  cell.partial = row.flag(kNext + 6);
  cell.failed_count = row.narrow(kNext + 7);
  cell.dataset_source = row.text(kNext + 8);
  return cell;
}

}  // namespace

Result<MatrixRow> Store::matrix(const MatrixId& id) {
  Connection& connection = database_->connection;
  return connection.read("read the matrix", [&]() -> Result<MatrixRow> {
    StoreQuery row = connection.query(std::string(kSelectMatrix) + "WHERE matrix_id = ?", id);
    if (!row.next()) return fail(ErrorCode::NotFound, "no matrix {}", id);
    return matrix_of(row);
  });
}

Result<Page<MatrixRow>> Store::matrices(std::uint32_t page_size, const std::string& token) {
  constexpr std::string_view kList = "matrices";
  const auto before = sequence_before(kList, token);
  if (!before) return tl::unexpected(before.error());
  Connection& connection = database_->connection;
  return connection.read("list the matrices", [&]() -> Result<Page<MatrixRow>> {
    Page<MatrixRow> page;
    const std::uint32_t size = page_size_of(page_size);
    std::int64_t last = 0;
    StoreQuery row = connection.query(
        std::string(kSelectMatrix) + "WHERE matrix_seq < ? ORDER BY matrix_seq DESC LIMIT ?",
        *before, size + 1);
    while (row.next()) {
      if (page.rows.size() == size) {
        page.next_token = page_token(kList, last);
        break;
      }
      page.rows.push_back(matrix_of(row));
      last = row.number(9);
    }
    return page;
  });
}

Result<std::vector<CellRow>> Store::cells(const MatrixId& id) {
  Connection& connection = database_->connection;
  return connection.read("read the cells", [&]() -> Result<std::vector<CellRow>> {
    if (!connection.query("SELECT 1 FROM matrix WHERE matrix_id = ?", id).next()) {
      return fail(ErrorCode::NotFound, "no matrix {}", id);
    }
    std::vector<CellRow> cells;
    StoreQuery row = connection.query(select_cell("WHERE m.matrix_id = ? ORDER BY c.position"), id);
    while (row.next()) cells.push_back(cell_of(row));
    return cells;
  });
}

Result<CellRow> Store::cell(const CellId& id) {
  Connection& connection = database_->connection;
  return connection.read("read the cell", [&]() -> Result<CellRow> {
    StoreQuery row =
        connection.query(select_cell("WHERE c.cell_id = ?1 AND m.matrix_seq = "
                                     "(SELECT matrix_seq FROM cell WHERE cell_id = ?1)"),
                         id);
    if (!row.next()) return fail(ErrorCode::NotFound, "no cell {}", id);
    return cell_of(row);
  });
}

Result<RunPlan> Store::run_plan(const MatrixId& id) {
  Connection& connection = database_->connection;
  return connection.read("read the run plan", [&]() -> Result<RunPlan> {
    StoreQuery row = connection.query(
        fmt::format("SELECT {} FROM matrix m WHERE m.matrix_id = ?", kRunPlanColumns), id);
    if (!row.next()) return fail(ErrorCode::NotFound, "no matrix {}", id);
    return run_plan_of(row, 0);
  });
}

Result<std::map<std::string, std::uint64_t>> Store::cell_counts_by_end() {
  Connection& connection = database_->connection;
  return connection.read("read the counts", [&]() -> Result<std::map<std::string, std::uint64_t>> {
    std::map<std::string, std::uint64_t> counts;
    StoreQuery row = connection.query("SELECT end_state, cell_count FROM cell_count");
    while (row.next()) counts[row.text(0)] = row.wide(1);
    return counts;
  });
}

}  // namespace gb
