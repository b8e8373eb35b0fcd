#pragma once

#include <stdexcept>
#include <string>

#include "coordinator/store/store.h"

namespace gb::test {

/// A promise was broken.
class Violation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a coordinator needs of its store, so that a simulation can put a model in its place.
class LabStore {
 public:
  virtual ~LabStore() = default;
  virtual Result<void> add_matrix(const MatrixPlan& plan) = 0;
  virtual Result<void> cancel_matrix(const MatrixId& id) = 0;
  virtual Result<void> lease_cell(const LeaseCell& lease, const RunId& run) = 0;
  virtual Result<void> requeue_cell(const RequeueCell& requeue) = 0;
  virtual Result<void> end_cell(const EndCell& end) = 0;
  virtual Result<void> end_matrix(const EndMatrix& end) = 0;
  virtual Result<void> put_agent(const StoredAgent& agent) = 0;
  virtual Result<CommittedReport> commit_report(const ReportRecord& report) = 0;
  virtual std::uint64_t durable_to(const std::string& spool_id) = 0;
  virtual Snapshot snapshot() = 0;
  /// The coordinator was killed and starts again on what is on the disk.
  virtual void reopen() {}
};

}  // namespace gb::test
