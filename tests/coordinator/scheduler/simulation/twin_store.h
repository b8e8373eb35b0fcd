#pragma once

#include <filesystem>
#include <memory>

#include "coordinator/store/store.h"
#include "tests/coordinator/scheduler/simulation/model_store.h"

namespace gb::test {

/// Does everything twice, in the model and in the real store, and throws Violation when the two do
/// not agree. The real one is closed and opened again whenever the coordinator was killed.
class TwinStore : public LabStore {
 public:
  TwinStore(std::filesystem::path file, ModelStore& model);

  Result<void> add_matrix(const MatrixPlan& plan) override;
  Result<void> cancel_matrix(const MatrixId& id) override;
  Result<void> lease_cell(const LeaseCell& lease, const RunId& run) override;
  Result<void> requeue_cell(const RequeueCell& requeue) override;
  Result<void> end_cell(const EndCell& end) override;
  Result<void> end_matrix(const EndMatrix& end) override;
  Result<void> put_agent(const StoredAgent& agent) override;
  Result<CommittedReport> commit_report(const ReportRecord& report) override;
  std::uint64_t durable_to(const std::string& spool_id) override;
  /// The real one's.
  Snapshot snapshot() override;
  void reopen() override;

  Store& real() { return *real_; }

 private:
  std::filesystem::path file_;
  ModelStore& model_;
  std::unique_ptr<Store> real_;
};

}  // namespace gb::test
