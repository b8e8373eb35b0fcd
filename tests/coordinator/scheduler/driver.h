#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "coordinator/scheduler/scheduler.h"

namespace gb::test {

using namespace std::chrono_literals;

inline AgentId agent_id(const std::string& text) { return AgentId::trusted(text); }

/// A matrix of one cell a machine named, in this order; ids are "<matrix>-0", "<matrix>-1", ...
inline MatrixPlan plan_on(const std::string& id, const std::vector<std::string>& machines) {
  MatrixPlan plan;
  plan.id = MatrixId::trusted(id);
  for (const std::string& machine : machines) {
    const auto position = static_cast<std::uint32_t>(plan.cells.size());
    plan.cells.push_back({.id = CellId::trusted(fmt::format("{}-{}", id, position)),
                          .engine = {"sqlite", "", {}},
                          .workload = "micro-read",
                          .scale = "smoke",
                          .machine = agent_id(machine),
                          .round = 0,
                          .position = position});
  }
  return plan;
}

/// A scheduler with a shell that leases whatever it is told to, naming the runs "run1", "run2", ...
/// Commands are written down as one line each.
class Driver {
 public:
  explicit Driver(SchedulerLimits limits = {}) : scheduler(limits) {}

  Scheduler scheduler;
  LabTime now{0};
  std::map<std::string, HeldRun> held;  // by cell, as last leased
  bool store_is_full = false;

  /// Feeds the event and answers "lease m-0 to a #1.1; end ...": number.attempt.
  std::string on(const Event& event) { return carried_out(scheduler.on(event, now)); }

  std::string after(Nanos span, const Event& event = Tick{}) {
    now += span;
    return on(event);
  }

  std::string join(const std::string& agent, const std::string& host = "", std::uint64_t epoch = 1,
                   std::vector<HeldRun> running = {}) {
    return on(AgentJoined{agent_id(agent), epoch, host, std::move(running)});
  }
  std::string hear(const std::string& agent, std::vector<HeldRun> running = {},
                   std::uint64_t epoch = 1) {
    return on(AgentHeard{agent_id(agent), epoch, std::move(running)});
  }
  std::string leave(const std::string& agent, std::uint64_t epoch = 1) {
    return on(AgentLeft{agent_id(agent), epoch});
  }
  std::string submit(const MatrixPlan& plan) { return on(MatrixSubmitted{plan}); }
  std::string cancel(const std::string& matrix) {
    return on(MatrixCancelled{MatrixId::trusted(matrix)});
  }
  std::string report(const std::string& cell, CellEnd end = CellEnd::Done, bool accepted = true) {
    return on(RunReported{held.at(cell).run, CellId::trusted(cell), end, "its reason", accepted});
  }

  /// Heartbeats of this agent and ticks, every 2 s, for as long as said.
  std::string beat(const std::string& agent, const std::vector<HeldRun>& running, Nanos span,
                   std::uint64_t epoch = 1) {
    std::string all;
    for (const LabTime end = now + span; now < end;) {
      now += 2s;
      all += hear(agent, running, epoch);
    }
    return all;
  }
  /// Ticks alone, as often as the scheduler asks for them.
  std::string silence(Nanos span) {
    std::string all;
    for (const LabTime end = now + span; now < end;) {
      const auto next = scheduler.next_deadline();
      now = std::min(end, std::max(now + 1ms, next.value_or(end)));
      all += on(Tick{});
    }
    return all;
  }

  std::string carried_out(const std::vector<Command>& commands) {
    std::string text;
    for (const Command& command : commands) {
      if (!text.empty()) text += "; ";
      text += std::visit([this](const auto& it) { return line(it); }, command);
    }
    return text;
  }

 private:
  std::string line(const LeaseCell& it) {
    if (store_is_full) {
      scheduler.not_leased(it.cell);
      return fmt::format("no lease of {}", it.cell);
    }
    const RunId run = RunId::trusted(fmt::format("run{}", ++runs_));
    held[it.cell.text()] = {run, it.cell, it.fencing_number};
    scheduler.leased(it.cell, run, now);
    return fmt::format("lease {} to {} #{}.{}", it.cell, it.agent, it.fencing_number, it.attempt);
  }
  std::string line(const RequeueCell& it) {
    return fmt::format("requeue {} #{}", it.cell, it.fencing_number);
  }
  std::string line(const EndCell& it) {
    return fmt::format("end {} {} #{}", it.cell, name_of(it.end), it.fencing_number);
  }
  std::string line(const EndMatrix& it) {
    return fmt::format("end {}{}", it.matrix, it.cancelled ? " cancelled" : "");
  }
  std::string line(const CancelRun& it) { return fmt::format("cancel {} on {}", it.run, it.agent); }
  std::string line(const CloseSession& it) {
    return fmt::format("close {} of {}", it.session_epoch, it.agent);
  }

  int runs_ = 0;
};

}  // namespace gb::test
