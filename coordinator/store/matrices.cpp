#include <cassert>
#include <nlohmann/json.hpp>

#include "coordinator/store/inside.h"

namespace gb {
namespace {

Result<std::int64_t> find_matrix(Connection& connection, const MatrixId& id) {
  StoreQuery row = connection.query("SELECT matrix_seq FROM matrix WHERE matrix_id = ?", id);
  if (!row.next()) return fail(ErrorCode::NotFound, "no matrix {}", id);
  return row.number(0);
}

void add_cells(Connection& connection, std::int64_t matrix_seq, const MatrixPlan& plan) {
  for (const CellPlan& cell : plan.cells) {
    connection.run(
        "INSERT INTO cell (cell_id, matrix_seq, position, engine, engine_version, settings, "
        "workload, "
        "scale, machine, round) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        cell.id, matrix_seq, cell.position, cell.engine.name, cell.engine.version,
        nlohmann::json(cell.engine.settings).dump(), cell.workload, cell.scale, cell.machine,
        cell.round);
  }
}

Result<void> already_ended(const CellId& id, const CellHandle& cell) {
  return fail(ErrorCode::FailedPrecondition, "cell {} has ended already ({})", id, cell.end);
}

Result<void> end_one(Connection& connection, const EndCell& end) {
  const auto cell = find_cell(connection, end.cell);
  if (!cell) return tl::unexpected(cell.error());
  if (cell->end == name_of(end.end)) return {};
  if (!cell->end.empty()) return already_ended(end.cell, *cell);
  if (end.end == CellEnd::Done) {
    return fail(ErrorCode::FailedPrecondition, "cell {} has no result that counts", end.cell);
  }
  connection.run("UPDATE run SET state = 'lost' WHERE run_seq = ? AND state = 'leased'",
                 cell->run_seq);
  connection.run("UPDATE cell SET run_seq = NULL WHERE cell_seq = ?", cell->seq);
  end_cell_row(connection, *cell, end.end, end.reason,
               std::max(end.fencing_number, cell->fencing_number));
  return {};
}

}  // namespace

Result<CellHandle> find_cell(Connection& connection, const CellId& id) {
  StoreQuery row = connection.query(
      "SELECT cell_seq, matrix_seq, fencing_number, attempts, end_state, run_seq FROM cell "
      "WHERE cell_id = ?",
      id);
  if (!row.next()) return fail(ErrorCode::NotFound, "no cell {}", id);
  return CellHandle{row.number(0), row.number(1), row.wide(2),
                    row.narrow(3), row.text(4),   row.is_null(5) ? 0 : row.number(5)};
}

void end_cell_row(Connection& connection, const CellHandle& cell, CellEnd end,
                  const std::string& reason, std::uint64_t fencing_number) {
  connection.run("UPDATE cell SET end_state = ?, reason = ?, fencing_number = ? WHERE cell_seq = ?",
                 name_of(end), reason, fencing_number, cell.seq);
  connection.run(
      "UPDATE matrix SET ended_count = ended_count + 1, done_count = done_count + ? "
      "WHERE matrix_seq = ?",
      end == CellEnd::Done ? 1 : 0, cell.matrix_seq);
  connection.run(
      "INSERT INTO cell_count (end_state, cell_count) VALUES (?, 1) "
      "ON CONFLICT (end_state) DO UPDATE SET cell_count = cell_count + 1",
      name_of(end));
}

CellEnd cell_end_of(const std::string& word) {
  for (const CellEnd end :
       {CellEnd::Done, CellEnd::NeverStarted, CellEnd::InputMissing, CellEnd::EngineFailed,
        CellEnd::EngineTimeout, CellEnd::AgentLost, CellEnd::Cancelled, CellEnd::Expired}) {
    if (name_of(end) == word) return end;
  }
  throw std::runtime_error("the store holds the unknown cell end \"" + word + "\"");
}

CellPlan cell_plan_of(StoreQuery& row, int column) {
  CellPlan plan;
  plan.id = row.id<CellId>(column);
  plan.engine.name = row.text(column + 1);
  plan.engine.version = row.text(column + 2);
  plan.engine.settings =
      nlohmann::json::parse(row.text(column + 3)).get<std::map<std::string, std::string>>();
  plan.workload = row.text(column + 4);
  plan.scale = row.text(column + 5);
  plan.machine = row.id<AgentId>(column + 6);
  plan.round = row.narrow(column + 7);
  plan.position = row.narrow(column + 8);
  return plan;
}

RunPlan run_plan_of(StoreQuery& row, int column) {
  return {.seed = row.wide(column),
          .operations = row.narrow(column + 1),
          .warm_up = row.span(column + 2),
          .operation_limit = row.span(column + 3),
          .run_deadline = row.span(column + 4),
          .verify_draws_per_stratum = row.narrow(column + 5)};
}

Result<void> Store::add_matrix(const MatrixPlan& plan, WallTime now) {
  Connection& connection = database_->connection;
  return connection.write("store the matrix", [&]() -> Result<void> {
    if (find_matrix(connection, plan.id)) {
      return fail(ErrorCode::AlreadyExists, "there is a matrix {} already", plan.id);
    }
    const RunPlan& run = plan.run;
    connection.run(
        "INSERT INTO matrix (matrix_id, name, submitted_ns, seed, operations, warm_up_ns, "
        "operation_limit_ns, run_deadline_ns, verify_draws_per_stratum, max_attempts, "
        "queue_deadline_ns, cell_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        plan.id, plan.name, now, run.seed, run.operations, run.warm_up, run.operation_limit,
        run.run_deadline, run.verify_draws_per_stratum, plan.max_attempts, plan.queue_deadline,
        plan.cells.size());
    add_cells(connection, connection.last_row(), plan);
    return {};
  });
}

Result<void> Store::cancel_matrix(const MatrixId& id) {
  Connection& connection = database_->connection;
  return connection.write("cancel the matrix", [&]() -> Result<void> {
    const auto matrix = find_matrix(connection, id);
    if (!matrix) return tl::unexpected(matrix.error());
    const int changed = connection.run(
        "UPDATE matrix SET is_cancelled = 1 WHERE matrix_seq = ? AND ended_ns IS NULL", *matrix);
    if (changed == 0) return fail(ErrorCode::FailedPrecondition, "matrix {} has ended already", id);
    return {};
  });
}

Result<void> Store::lease_cell(const LeaseCell& lease, const RunId& run, WallTime now) {
  Connection& connection = database_->connection;
  return connection.write("lease the cell", [&]() -> Result<void> {
    const auto cell = find_cell(connection, lease.cell);
    if (!cell) return tl::unexpected(cell.error());
    if (!cell->end.empty()) return already_ended(lease.cell, *cell);
    if (cell->run_seq != 0) {
      return fail(ErrorCode::FailedPrecondition, "cell {} is leased already", lease.cell);
    }
    if (cell->fencing_number != lease.fencing_number) {
      return fail(ErrorCode::FailedPrecondition, "cell {} has fencing number {}, not {}",
                  lease.cell, cell->fencing_number, lease.fencing_number);
    }
    connection.run(
        "INSERT INTO run (run_id, cell_seq, agent, fencing_number, attempt, leased_ns, state) "
        "VALUES (?, ?, ?, ?, ?, ?, 'leased')",
        run, cell->seq, lease.agent, lease.fencing_number, lease.attempt, now);
    connection.run("UPDATE cell SET run_seq = ?, attempts = ?, reason = '' WHERE cell_seq = ?",
                   connection.last_row(), lease.attempt, cell->seq);
    return {};
  });
}

Result<void> Store::requeue_cell(const RequeueCell& requeue, WallTime) {
  Connection& connection = database_->connection;
  return connection.write("queue the cell again", [&]() -> Result<void> {
    const auto cell = find_cell(connection, requeue.cell);
    if (!cell) return tl::unexpected(cell.error());
    if (!cell->end.empty()) return already_ended(requeue.cell, *cell);
    if (cell->run_seq == 0 && cell->fencing_number == requeue.fencing_number) return {};
    if (requeue.fencing_number <= cell->fencing_number) {
      return fail(ErrorCode::FailedPrecondition,
                  "cell {} has fencing number {} and would be queued under {}", requeue.cell,
                  cell->fencing_number, requeue.fencing_number);
    }
    connection.run("UPDATE run SET state = 'lost' WHERE run_seq = ? AND state = 'leased'",
                   cell->run_seq);
    connection.run(
        "UPDATE cell SET fencing_number = ?, run_seq = NULL, reason = ? WHERE cell_seq = ?",
        requeue.fencing_number, requeue.reason, cell->seq);
    return {};
  });
}

Result<void> Store::end_cell(const EndCell& end, WallTime now) { return end_cells({end}, now); }

Result<void> Store::end_cells(const std::vector<EndCell>& ends, WallTime) {
  Connection& connection = database_->connection;
  return connection.write(ends.size() == 1 ? "end the cell" : "end the cells",
                          [&]() -> Result<void> {
                            for (const EndCell& end : ends) {
                              if (auto ended = end_one(connection, end); !ended) return ended;
                            }
                            return {};
                          });
}

Result<void> Store::end_matrix(const EndMatrix& end, WallTime now) {
  Connection& connection = database_->connection;
  return connection.write("end the matrix", [&]() -> Result<void> {
    const auto matrix = find_matrix(connection, end.matrix);
    if (!matrix) return tl::unexpected(matrix.error());
    connection.run(
        "UPDATE matrix SET ended_ns = ?, is_cancelled = ? WHERE matrix_seq = ? AND ended_ns IS "
        "NULL",
        now, end.cancelled, *matrix);
    return {};
  });
}

}  // namespace gb
