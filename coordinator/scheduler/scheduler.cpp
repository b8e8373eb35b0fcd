#include "coordinator/scheduler/scheduler.h"

#include <algorithm>
#include <utility>

#include "coordinator/scheduler/state.h"

namespace gb {

Scheduler::Scheduler(SchedulerLimits limits) : state_(std::make_unique<State>(limits)) {}
Scheduler::~Scheduler() = default;
Scheduler::Scheduler(Scheduler&&) noexcept = default;
Scheduler& Scheduler::operator=(Scheduler&&) noexcept = default;

std::vector<Command> Scheduler::on(const Event& event, LabTime now) {
  State& state = *state_;
  state.advance(now);
  std::visit([&state](const auto& it) { state.handle(it); }, event);
  state.assign();
  state.forget_ended();
  return std::exchange(state.commands, {});
}

std::vector<Command> Scheduler::restore(const Snapshot& snapshot, LabTime now) {
  State& state = *state_;
  state.advance(now);
  for (const StoredAgent& stored : snapshot.agents) {
    AgentState& agent = state.agent(stored.agent);
    agent.session_epoch = stored.session_epoch;
    state.settle_on_host(agent, stored.host_fingerprint);
  }
  for (const StoredMatrix& stored : snapshot.matrices) {
    if (!stored.ended) state.add_matrix(stored.plan, stored.waited).cancelled = stored.cancelled;
  }
  std::vector<CellState*> doubly_held;
  for (const StoredCell& stored : snapshot.cells) {
    const auto matrix = state.matrices.find(stored.matrix);
    if (matrix == state.matrices.end()) continue;
    CellState& cell = state.add_cell(matrix->second, stored.plan);
    cell.fencing_number = stored.fencing_number;
    cell.attempts = stored.attempts;
    cell.began = stored.attempts > 0;
    if (stored.end) {
      cell.phase = CellState::Phase::Ended;
      ++matrix->second.ended;
    } else if (stored.held && cell.machine->running == nullptr) {
      state.occupy(cell);
      cell.phase = CellState::Phase::Leased;
      cell.run = stored.held->run;
      cell.settling = state.now;
      state.extend(cell);
    } else {
      state.enqueue(cell);
      // Two leases of one machine were never ours to give; the second is not honoured.
      if (stored.held) doubly_held.push_back(&cell);
    }
  }
  for (CellState* cell : doubly_held) {
    state.retry(*cell, CellEnd::AgentLost, "its machine holds another lease", true);
  }
  for (const StoredCell& stored : snapshot.cells) {
    if (!stored.undecided) continue;
    RunReported report = *stored.undecided;
    report.accepted = true;
    state.handle(report);
  }
  for (const StoredMatrix& stored : snapshot.matrices) {
    const auto matrix = state.matrices.find(stored.plan.id);
    if (matrix == state.matrices.end()) continue;
    if (stored.cancelled) state.cancel(matrix->second);
    // All its cells may have ended just before we were stopped.
    state.end_if_complete(matrix->second);
  }
  state.expire_queued();
  state.assign();
  state.forget_ended();
  return std::exchange(state.commands, {});
}

void Scheduler::leased(const CellId& cell, const RunId& run, LabTime now) {
  const auto found = state_->cells.find(cell);
  if (found == state_->cells.end() || found->second.phase != CellState::Phase::Leasing) return;
  CellState& it = found->second;
  state_->now = std::max(state_->now, now);
  it.phase = CellState::Phase::Leased;
  it.run = run;
  it.sure = false;
  it.missed = 0;
  it.settling = state_->now;
  state_->extend(it);
}

void Scheduler::not_leased(const CellId& cell) {
  const auto found = state_->cells.find(cell);
  if (found == state_->cells.end() || found->second.phase != CellState::Phase::Leasing) return;
  state_->give_back(found->second);
}

std::optional<LabTime> Scheduler::next_deadline() const { return state_->next_deadline(); }

std::string Scheduler::waiting_reason(const CellId& cell) const {
  const auto found = state_->cells.find(cell);
  return found == state_->cells.end() ? "" : state_->waiting_reason(found->second);
}

Scheduler::Counts Scheduler::counts() const { return {state_->queued, state_->running}; }

}  // namespace gb
