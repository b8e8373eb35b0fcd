#include "coordinator/scheduler/state.h"

namespace gb {

MatrixState& Scheduler::State::add_matrix(const MatrixPlan& plan, Nanos waited) {
  MatrixState& matrix = matrices[plan.id];
  matrix.id = plan.id;
  matrix.order = next_order++;
  matrix.max_attempts = plan.max_attempts;
  if (plan.queue_deadline > Nanos{0}) {
    matrix.queue_deadline = now + plan.queue_deadline - waited;
    with_queue_deadline.emplace(matrix.order, &matrix);
  }
  return matrix;
}

CellState& Scheduler::State::add_cell(MatrixState& matrix, const CellPlan& plan) {
  CellState& cell = cells[plan.id];
  cell.plan = plan;
  cell.matrix = &matrix;
  cell.machine = &agent(plan.machine);
  matrix.cells.push_back(&cell);
  return cell;
}

void Scheduler::State::handle(const MatrixSubmitted& event) {
  if (matrices.contains(event.plan.id)) return;
  MatrixState& matrix = add_matrix(event.plan, Nanos{0});
  matrix.cells.reserve(event.plan.cells.size());
  for (const CellPlan& plan : event.plan.cells) enqueue(add_cell(matrix, plan));
  end_if_complete(matrix);
}

void Scheduler::State::handle(const MatrixCancelled& event) {
  if (const auto found = matrices.find(event.matrix); found != matrices.end())
    cancel(found->second);
}

void Scheduler::State::cancel(MatrixState& matrix) {
  matrix.cancelled = true;
  for (CellState* cell : matrix.cells) {
    if (cell->phase == CellState::Phase::Queued) {
      end(*cell, CellEnd::Cancelled, "the matrix was cancelled", false);
    } else if (cell->phase == CellState::Phase::Leased) {
      commands.push_back(CancelRun{cell->machine->name, cell->run, "the matrix was cancelled"});
    }
  }
}

void Scheduler::State::end_if_complete(MatrixState& matrix) {
  if (matrix.complete || matrix.ended < matrix.cells.size()) return;
  matrix.complete = true;
  commands.push_back(EndMatrix{matrix.id, matrix.cancelled});
  complete_.push_back(matrix.id);
}

void Scheduler::State::expire_queued() {
  for (auto it = with_queue_deadline.begin(); it != with_queue_deadline.end();) {
    MatrixState& matrix = *it->second;
    if (*matrix.queue_deadline > now) {
      ++it;
      continue;
    }
    it = with_queue_deadline.erase(it);
    for (CellState* cell : matrix.cells) {
      if (cell->phase != CellState::Phase::Queued) continue;
      end(*cell, CellEnd::Expired,
          fmt::format("it waited longer for machine {} than the matrix allows",
                      cell->machine->name),
          false);
    }
  }
}

void Scheduler::State::forget_ended() {
  for (const MatrixId& id : complete_) {
    const auto found = matrices.find(id);
    with_queue_deadline.erase(found->second.order);
    const std::vector<CellState*> its_cells = std::move(found->second.cells);
    for (const CellState* cell : its_cells) cells.erase(CellId(cell->plan.id));
    matrices.erase(found);
  }
  complete_.clear();
}

}  // namespace gb
