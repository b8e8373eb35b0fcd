#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/scheduler/scheduler.h"
#include "coordinator/store/store.h"
#include "graphbench/v1/agent_service.pb.h"

namespace gb {

/// What is known of runs that hold a lease, and how long those took that ended: for people who
/// watch. Forgotten at a restart; nothing is decided by it. Lab thread only.
class RunTable {
 public:
  struct Live {
    CellPlan cell;
    MatrixId matrix;
    LabTime began{};
    graphbench::v1::RunPhase phase = graphbench::v1::RUN_PHASE_UNSPECIFIED;
    std::uint32_t queries_done = 0, query_count = 0;
    std::uint64_t dataset_bytes_done = 0, dataset_bytes_total = 0;

    std::string cell_text() const;  // "sqlite · micro-read · sf1"
  };

  void began(const RunId& run, const CellPlan& cell, const MatrixId& matrix, LabTime now);
  /// False for a run that holds no lease, or not on this machine.
  bool progressed(const AgentId& machine, const graphbench::v1::RunProgress& progress);
  /// done: it ended in a result, so that its span says how long such cells take.
  void ended(const RunId& run, bool done, LabTime now);
  /// The cell has no live run any more. True when it had one.
  bool forget(const CellId& cell);

  const Live* find(const RunId& run) const;
  const Live* on_machine(const AgentId& machine, RunId* run) const;

  /// Estimates how long until all of `cells`, of one matrix, have ended: what is open, at the mean
  /// span of those like it that were done; hosts work side by side, machines of one host one after
  /// the other. host_of: machine -> what it shares with others of its host. Nothing when no cell of
  /// any kind was done yet.
  std::optional<Nanos> remaining(const std::vector<CellRow>& cells,
                                 const std::map<AgentId, std::string>& host_of, LabTime now) const;

 private:
  struct Mean {
    Nanos sum{0};
    std::int64_t count = 0;
  };
  std::optional<Nanos> usual(const CellPlan& cell) const;

  std::map<RunId, Live> live_;
  std::map<std::pair<std::string, std::string>, Mean> spans_;  // by workload and scale
  Mean all_;
};

}  // namespace gb
