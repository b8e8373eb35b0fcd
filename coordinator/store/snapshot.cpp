#include <algorithm>

#include "coordinator/store/inside.h"

namespace gb {
namespace {

std::vector<StoredMatrix> open_matrices(Connection& connection, WallTime now) {
  constexpr int kNext = kRunPlanColumnCount;
  std::vector<StoredMatrix> matrices;
  StoreQuery row = connection.query(fmt::format(
      "SELECT {}, m.matrix_id, m.name, m.max_attempts, m.queue_deadline_ns, m.is_cancelled, "
      "m.submitted_ns FROM matrix m WHERE m.ended_ns IS NULL ORDER BY m.matrix_seq",
      kRunPlanColumns));
  while (row.next()) {
    StoredMatrix matrix;
    matrix.plan.run = run_plan_of(row, 0);
    matrix.plan.id = row.id<MatrixId>(kNext);
    matrix.plan.name = row.text(kNext + 1);
    matrix.plan.max_attempts = row.narrow(kNext + 2);
    matrix.plan.queue_deadline = row.span(kNext + 3);
    matrix.cancelled = row.flag(kNext + 4);
    // The wall clock may have been set back since.
    matrix.waited = std::max(now - row.moment(kNext + 5), Nanos{0});
    matrices.push_back(std::move(matrix));
  }
  return matrices;
}

StoredCell cell_of(StoreQuery& row) {
  constexpr int kNext = kCellPlanColumnCount;
  StoredCell cell;
  cell.plan = cell_plan_of(row, 0);
  cell.matrix = row.id<MatrixId>(kNext);
  cell.fencing_number = row.wide(kNext + 1);
  cell.attempts = row.narrow(kNext + 2);
  if (!row.is_null(kNext + 3)) cell.end = cell_end_of(row.text(kNext + 3));
  if (cell.end || row.is_null(kNext + 4)) return cell;
  cell.held = HeldRun{row.id<RunId>(kNext + 4), cell.plan.id, cell.fencing_number};
  cell.holder = row.id<AgentId>(kNext + 5);
  if (row.text(kNext + 6) == "reported") {
    cell.undecided = RunReported{cell.held->run, cell.plan.id, cell_end_of(row.text(kNext + 7)),
                                 row.text(kNext + 8), true};
  }
  return cell;
}

std::vector<StoredCell> open_cells(Connection& connection) {
  std::vector<StoredCell> cells;
  StoreQuery row = connection.query(fmt::format(
      "SELECT {}, m.matrix_id, c.fencing_number, c.attempts, c.end_state, r.run_id, r.agent, "
      "r.state, "
      "r.end_state, r.reason FROM matrix m CROSS JOIN cell c ON c.matrix_seq = m.matrix_seq "
      "LEFT JOIN run r ON r.run_seq = c.run_seq WHERE m.ended_ns IS NULL "
      "ORDER BY m.matrix_seq, c.position",
      kCellPlanColumns));
  while (row.next()) cells.push_back(cell_of(row));
  return cells;
}

std::vector<StoredAgent> known_agents(Connection& connection) {
  std::vector<StoredAgent> agents;
  StoreQuery row =
      connection.query("SELECT agent, session_epoch, host_fingerprint FROM agent ORDER BY agent");
  while (row.next()) agents.push_back({row.id<AgentId>(0), row.wide(1), row.text(2)});
  return agents;
}

}  // namespace

Result<Snapshot> Store::snapshot(WallTime now) {
  Connection& connection = database_->connection;
  return connection.read("read what was running", [&]() -> Result<Snapshot> {
    return Snapshot{open_matrices(connection, now), open_cells(connection),
                    known_agents(connection)};
  });
}

}  // namespace gb
