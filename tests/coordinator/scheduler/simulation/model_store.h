#pragma once

#include <map>
#include <set>
#include <vector>

#include "tests/coordinator/scheduler/simulation/lab_store.h"

namespace gb::test {

/// The store's rules in a few lines of memory, and the invariants that no step may break: it throws
/// Violation on the step that does.
class ModelStore : public LabStore {
 public:
  Result<void> add_matrix(const MatrixPlan& plan) override;
  Result<void> cancel_matrix(const MatrixId& id) override;
  Result<void> lease_cell(const LeaseCell& lease, const RunId& run) override;
  Result<void> requeue_cell(const RequeueCell& requeue) override;
  Result<void> end_cell(const EndCell& end) override;
  Result<void> end_matrix(const EndMatrix& end) override;
  Result<void> put_agent(const StoredAgent& agent) override;
  Result<CommittedReport> commit_report(const ReportRecord& report) override;
  std::uint64_t durable_to(const std::string& spool_id) override;
  Snapshot snapshot() override;

  bool all_ended() const;
  bool has_spoken(const RunId& run) const;
  /// I2 and I4 over everything: one counted result a done cell, none for another, and each result
  /// that came late still there.
  void check_all() const;
  std::string census() const;

 private:
  enum class RunState { Leased, Lost, Reported, Superseded };
  struct Run {
    CellId cell;
    std::uint64_t fencing_number = 0;
    RunState state = RunState::Leased;
    bool has_result = false;
    RunReported report;
  };
  struct Cell {
    StoredCell stored;
    std::uint64_t leased_under = 0;  // the highest fencing number a lease ever had
  };
  void check_host_is_free(const AgentId& agent) const;

  std::map<MatrixId, StoredMatrix> matrices_;
  std::vector<MatrixId> order_;
  std::map<MatrixId, std::vector<CellId>> cells_of_;
  std::map<CellId, Cell> cells_;
  std::set<CellId> held_;
  std::map<RunId, Run> runs_;
  std::map<std::string, std::uint64_t> spools_;
  std::map<AgentId, StoredAgent> agents_;
};

}  // namespace gb::test
