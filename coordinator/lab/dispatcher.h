#pragma once

#include <deque>
#include <vector>

#include "coordinator/lab/agent_table.h"
#include "coordinator/lab/run_table.h"
#include "coordinator/scheduler/scheduler.h"
#include "coordinator/store/store.h"
#include "workloads/catalogue/catalogue.h"

namespace gb {

/// Feeds the scheduler and carries out what it commands: the store first, then the agents. Commands
/// the store cannot take now (a full disk) wait in order, those behind them too, and are tried
/// again; no lease is given meanwhile. Lab thread only.
class Dispatcher {
 public:
  Dispatcher(SchedulerLimits limits, const Catalogue& catalogue, Store& store, AgentTable& agents,
             RunTable& runs);

  void restore(const Snapshot& snapshot, LabTime now);
  void feed(const Event& event, LabTime now);

  /// From now on no cell is leased.
  void stop_leasing() { leasing_ = false; }

  /// When to feed a Tick at the latest.
  LabTime next_tick(LabTime now) const;

  /// Fine, or why the store took no commands when it was last asked.
  const Result<void>& trouble() const { return trouble_; }

  const Scheduler& scheduler() const { return scheduler_; }
  std::uint64_t leases_expired() const { return leases_expired_; }

 private:
  void carry_out(std::vector<Command> commands, LabTime now);
  /// False: the store cannot take it now.
  bool perform(const Command& command, LabTime now);
  /// All EndCells at the head of the queue in one transaction; false as above. Nothing when there
  /// are fewer than two, or when the store refuses them together.
  bool perform_ends();
  bool perform(const LeaseCell& lease, LabTime now);
  bool perform(const RequeueCell& requeue, LabTime now);
  bool perform(const EndCell& end, LabTime now);
  bool perform(const EndMatrix& end, LabTime now);
  bool perform(const CancelRun& cancel, LabTime now);
  bool perform(const CloseSession& close, LabTime now);
  void note_end(const EndCell& end);
  bool stored(std::string_view what, const Result<void>& result);

  Scheduler scheduler_;
  const Catalogue& catalogue_;
  Store& store_;
  AgentTable& agents_;
  RunTable& runs_;
  SchedulerLimits limits_;
  std::deque<Command> waiting_;
  Result<void> trouble_;
  std::string not_leased_said_;  // why, as last logged; empty after a lease
  bool leasing_ = true;
  std::uint64_t leases_expired_ = 0;
};

}  // namespace gb
