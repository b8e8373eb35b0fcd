#include <algorithm>

#include "coordinator/scheduler/state.h"

namespace gb {

void Scheduler::State::enqueue(CellState& cell) {
  cell.phase = CellState::Phase::Queued;
  cell.machine->queue.emplace(cell.key(), &cell);
  ++queued;
  idle_hosts.insert(cell.machine->host);
}

/// Takes the cell's machine and its host.
void Scheduler::State::occupy(CellState& cell) {
  cell.host = cell.machine->host;
  cell.machine->running = &cell;
  hosts[cell.host].running.push_back(&cell);
  ++running;
}

/// Out of the queue, or off the machine and the host.
void Scheduler::State::release(CellState& cell) {
  if (cell.phase == CellState::Phase::Queued) {
    cell.machine->queue.erase(cell.key());
    --queued;
  } else if (cell.phase != CellState::Phase::Ended) {
    expiries.erase({cell.expires, cell.plan.id});
    cell.machine->running = nullptr;
    std::erase(hosts[cell.host].running, &cell);
    idle_hosts.insert(cell.host);
    idle_hosts.insert(cell.machine->host);
    cell.run = {};
    --running;
  }
}

void Scheduler::State::give_back(CellState& cell) {
  release(cell);
  --cell.attempts;
  enqueue(cell);
  // Whatever kept the store from it keeps it from the next one too.
  no_leases_before = now + std::chrono::seconds(1);
}

void Scheduler::State::extend(CellState& cell) {
  expiries.erase({cell.expires, cell.plan.id});
  cell.expires = now + limits.lease + limits.grace;
  expiries.emplace(cell.expires, cell.plan.id);
}

void Scheduler::State::requeue(CellState& cell, const std::string& reason) {
  release(cell);
  ++cell.fencing_number;
  commands.push_back(RequeueCell{cell.plan.id, cell.fencing_number, reason});
  enqueue(cell);
}

void Scheduler::State::end(CellState& cell, CellEnd how, const std::string& reason,
                           bool may_be_alive) {
  release(cell);
  cell.phase = CellState::Phase::Ended;
  if (may_be_alive) ++cell.fencing_number;
  commands.push_back(EndCell{cell.plan.id, how, reason, cell.fencing_number});
  ++cell.matrix->ended;
  end_if_complete(*cell.matrix);
}

void Scheduler::State::retry(CellState& cell, CellEnd how, const std::string& reason,
                             bool may_be_alive) {
  if (cell.matrix->cancelled) {
    end(cell, CellEnd::Cancelled, "the matrix was cancelled: " + reason, may_be_alive);
  } else if (cell.attempts >= cell.matrix->max_attempts) {
    end(cell, how,
        fmt::format("{} (attempt {} of {})", reason, cell.attempts, cell.matrix->max_attempts),
        may_be_alive);
  } else if (cell.matrix->queue_deadline && *cell.matrix->queue_deadline <= now) {
    end(cell, CellEnd::Expired, reason + ", and the matrix's queue deadline has passed",
        may_be_alive);
  } else {
    requeue(cell, reason);
  }
}

void Scheduler::State::lose(CellState& cell, const std::string& reason) {
  retry(cell, cell.began ? CellEnd::AgentLost : CellEnd::NeverStarted, reason, true);
}

void Scheduler::State::handle(const RunReported& event) {
  forget_stale_run(event.run);
  const auto found = cells.find(event.cell);
  if (found == cells.end() || !event.accepted) return;
  CellState& cell = found->second;
  const bool holds = cell.phase == CellState::Phase::Leased && cell.run == event.run;
  if (holds) cell.machine->reported = event.run;
  if (event.end == CellEnd::Done && cell.phase != CellState::Phase::Ended) {
    // The store has counted it, so it ends the cell even when we had given up on the run.
    if (!holds && cell.phase == CellState::Phase::Leased) {
      commands.push_back(CancelRun{cell.machine->name, cell.run, "another run has ended the cell"});
    }
    return end(cell, CellEnd::Done, "", false);
  }
  if (!holds) return;
  switch (event.end) {
    case CellEnd::EngineTimeout:
    case CellEnd::InputMissing:
      return cell.matrix->cancelled ? end(cell, CellEnd::Cancelled, event.reason, false)
                                    : end(cell, event.end, event.reason, false);
    case CellEnd::EngineFailed:
    case CellEnd::NeverStarted:
      return retry(cell, event.end, event.reason, false);
    case CellEnd::Done:
    case CellEnd::AgentLost:
    case CellEnd::Cancelled:
    case CellEnd::Expired:
      break;
  }
  retry(cell, CellEnd::AgentLost, event.reason, false);
}

}  // namespace gb
