#include "coordinator/lab/dispatcher.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "coordinator/lab/messages.h"

namespace gb {
namespace v1 = graphbench::v1;
namespace {

// How often a command is tried again that the store could not take.
constexpr Nanos kRetry = std::chrono::seconds(1);

}  // namespace

Dispatcher::Dispatcher(SchedulerLimits limits, const Catalogue& catalogue, Store& store,
                       AgentTable& agents, RunTable& runs)
    : scheduler_(limits),
      catalogue_(catalogue),
      store_(store),
      agents_(agents),
      runs_(runs),
      limits_(limits) {}

void Dispatcher::restore(const Snapshot& snapshot, LabTime now) {
  for (const StoredCell& cell : snapshot.cells) {
    if (cell.held) runs_.began(cell.held->run, cell.plan, cell.matrix, now);
  }
  carry_out(scheduler_.restore(snapshot, now), now);
}

void Dispatcher::feed(const Event& event, LabTime now) {
  carry_out(scheduler_.on(event, now), now);
}

LabTime Dispatcher::next_tick(LabTime now) const {
  const LabTime next = scheduler_.next_deadline().value_or(now + std::chrono::minutes(1));
  return trouble_ ? next : std::min(next, now + kRetry);
}

void Dispatcher::carry_out(std::vector<Command> commands, LabTime now) {
  for (Command& command : commands) waiting_.push_back(std::move(command));
  while (perform_ends() && !waiting_.empty()) {
    if (!perform(waiting_.front(), now)) break;
    waiting_.pop_front();
  }
  // Behind a command that is not stored yet no lease may be given: it could be the same cell's.
  std::erase_if(waiting_, [this](const Command& command) {
    const auto* lease = std::get_if<LeaseCell>(&command);
    if (lease != nullptr) scheduler_.not_leased(lease->cell);
    return lease != nullptr;
  });
}

bool Dispatcher::perform_ends() {
  std::vector<EndCell> ends;
  for (const Command& command : waiting_) {
    const auto* end = std::get_if<EndCell>(&command);
    if (end == nullptr) break;
    ends.push_back(*end);
  }
  if (ends.size() < 2) return true;
  const auto together = store_.end_cells(ends, wall_now());
  if (!together && together.error().code == ErrorCode::FailedPrecondition) return true;
  if (!stored("end of cells", together)) return false;
  for (const EndCell& end : ends) {
    note_end(end);
    waiting_.pop_front();
  }
  return true;
}

bool Dispatcher::perform(const Command& command, LabTime now) {
  return std::visit([&](const auto& each) { return perform(each, now); }, command);
}

bool Dispatcher::stored(std::string_view what, const Result<void>& result) {
  if (result) {
    if (!trouble_) spdlog::info("store takes changes again");
    trouble_ = {};
    return true;
  }
  if (result.error().code == ErrorCode::FailedPrecondition ||
      result.error().code == ErrorCode::NotFound) {
    // The store knows better; asking again would not change its mind.
    spdlog::error("{} refused by the store: {}", what, result.error().message);
    return true;
  }
  if (trouble_) spdlog::error("{} not stored, trying again: {}", what, result.error().message);
  trouble_ = result;
  return false;
}

bool Dispatcher::perform(const LeaseCell& lease, LabTime now) {
  const auto not_now = [&](std::string_view why) {
    // Tried again every second: the same words once.
    if (not_leased_said_ != why) {
      spdlog::warn("cell not leased cell={} agent={}: {}", lease.cell, lease.agent, why);
    }
    not_leased_said_ = why;
    scheduler_.not_leased(lease.cell);
    return true;
  };
  if (!leasing_) {
    scheduler_.not_leased(lease.cell);
    return true;
  }
  const auto cell = store_.cell(lease.cell);
  if (!cell) return not_now(cell.error().message);
  const auto plan = store_.run_plan(lease.matrix);
  if (!plan) return not_now(plan.error().message);

  const RunId run = RunId::fresh();
  if (auto leased = store_.lease_cell(lease, run, wall_now()); !leased) {
    if (leased.error().code != ErrorCode::FailedPrecondition) trouble_ = leased;
    return not_now(leased.error().message);
  }
  trouble_ = {};
  not_leased_said_.clear();
  scheduler_.leased(lease.cell, run, now);
  runs_.began(run, cell->plan, lease.matrix, now);
  spdlog::info("cell leased cell={} run={} agent={} fencing={} attempt={}", lease.cell, run,
               lease.agent, lease.fencing_number, lease.attempt);

  const auto* agent = agents_.find(lease.agent);
  if (agent == nullptr || !agent->link) return true;  // it left just now: the lease will expire
  v1::CoordinatorMessage message;
  v1::Assign& assign = *message.mutable_assign();
  assign.set_run_id(run.text());
  assign.set_cell_id(lease.cell.text());
  assign.set_matrix_id(lease.matrix.text());
  assign.set_fencing_number(lease.fencing_number);
  assign.set_lease_nanos(static_cast<std::uint64_t>(limits_.lease.count()));
  *assign.mutable_engine() = to_message(cell->plan.engine);
  assign.set_workload(cell->plan.workload);
  assign.set_scale(cell->plan.scale);
  assign.set_round(cell->plan.round);
  *assign.mutable_settings() = to_message(*plan);
  if (const auto workload = catalogue_.find(cell->plan.workload)) {
    assign.set_workload_version((*workload)->version);
  }
  agent->link->send(std::move(message));
  return true;
}

bool Dispatcher::perform(const RequeueCell& requeue, LabTime) {
  if (!stored("requeue", store_.requeue_cell(requeue, wall_now()))) return false;
  spdlog::warn("cell queued again cell={} fencing={}: {}", requeue.cell, requeue.fencing_number,
               requeue.reason);
  // A run that reported its failure was taken out before: what is left here went silent.
  if (runs_.forget(requeue.cell)) ++leases_expired_;
  return true;
}

bool Dispatcher::perform(const EndCell& end, LabTime) {
  if (!stored("end of cell", store_.end_cell(end, wall_now()))) return false;
  note_end(end);
  return true;
}

void Dispatcher::note_end(const EndCell& end) {
  spdlog::info("cell ended cell={} end={} reason={}", end.cell, name_of(end.end), end.reason);
  if (runs_.forget(end.cell) && end.end == CellEnd::AgentLost) ++leases_expired_;
}

bool Dispatcher::perform(const EndMatrix& end, LabTime) {
  if (!stored("end of matrix", store_.end_matrix(end, wall_now()))) return false;
  spdlog::info("matrix ended matrix={} cancelled={}", end.matrix, end.cancelled);
  return true;
}

bool Dispatcher::perform(const CancelRun& cancel, LabTime) {
  const auto* agent = agents_.find(cancel.agent);
  if (agent == nullptr || !agent->link) return true;
  spdlog::info("run cancelled run={} agent={}: {}", cancel.run, cancel.agent, cancel.reason);
  v1::CoordinatorMessage message;
  message.mutable_cancel()->set_run_id(cancel.run.text());
  message.mutable_cancel()->set_reason(cancel.reason);
  agent->link->send(std::move(message));
  return true;
}

bool Dispatcher::perform(const CloseSession& close, LabTime) {
  const auto link = agents_.link_of(close.agent, close.session_epoch);
  if (!link) return true;
  spdlog::warn("session closed agent={} session={}: {}", close.agent, close.session_epoch,
               close.reason);
  link->close({ErrorCode::AlreadyExists, fmt::format("agent {}: {}", close.agent, close.reason)});
  return true;
}

}  // namespace gb
