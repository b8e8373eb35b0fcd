#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "agent/supervisor/supervisor.h"
#include "core/base/error.h"
#include "graphbench/v1/agent_service.pb.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/dataset/cache.h"

namespace gb {

struct WorkerConfig {
  std::string machine;  // the agent's name
  std::string machine_class;
  std::filesystem::path workloads_folder;  // of one's own; empty: none
  std::vector<std::filesystem::path> library_folders;
  std::vector<graphbench::v1::EngineOffer> engines;
  SupervisorConfig supervisor;
  std::shared_ptr<DatasetOrigin>
      dataset_origin;  // asked before a dataset is generated; may be null
};

/// All from the worker's or the supervisor's thread.
struct WorkerHooks {
  std::function<void(graphbench::v1::RunProgress)> progress;
  std::function<void()> block_began, block_ended;
  /// The run's end, to be kept; the run is named by `running` until this has returned.
  std::function<void(const graphbench::v1::RunReport&)> ended;
};

/// Makes the runs that are assigned, one after the other: engine checked, dataset obtained,
/// gb-runner spawned, its end reported.
class RunWorker {
 public:
  RunWorker(WorkerConfig config, Catalogue catalogue, DatasetCache datasets, WorkerHooks hooks);
  /// Stops.
  ~RunWorker();

  /// Any thread; returns at once. A run that is already here is not begun twice.
  void assign(const graphbench::v1::Assign& assign);
  /// Any thread; returns at once. Reported as cancelled. A run that is not here: nothing.
  void cancel(const std::string& run_id, const std::string& reason);
  /// The run that is alive and those that wait, none once it was reported.
  std::vector<graphbench::v1::RunningRun> running() const;

  /// Ends what is alive or waits, each reported as lost with the agent, and waits for that.
  void stop();

 private:
  struct Stop {
    graphbench::v1::CellEnd end = graphbench::v1::CELL_END_UNSPECIFIED;  // unspecified: go on
    std::string reason;
  };
  void run();
  RunOutcome make(const graphbench::v1::Assign& assign, Obtained& dataset);
  /// The workload as it was assigned: known here, and of the coordinator's version.
  Result<const Workload*> find_workload(const graphbench::v1::Assign& assign) const;
  Result<Obtained> obtain(const Workload& workload, const graphbench::v1::Assign& assign);
  Result<graphbench::v1::RunRequest> prepare(const graphbench::v1::Assign& assign,
                                             Obtained& dataset);
  DownloadProgress downloading(const graphbench::v1::Assign& assign) const;
  RunOutcome supervise(const graphbench::v1::RunRequest& request,
                       graphbench::v1::RunProgress progress);
  std::optional<RunOutcome> stopped() const;

  const WorkerConfig config_;
  const Catalogue catalogue_;
  const DatasetCache datasets_;
  const WorkerHooks hooks_;
  Supervisor supervisor_;

  mutable std::mutex mutex_;  // guards all below
  std::condition_variable woken_;
  std::deque<graphbench::v1::Assign> assigned_;   // the first is alive when busy_
  std::map<std::string, std::string> cancelled_;  // waiting runs that will not be made, and why
  bool busy_ = false;
  Stop stop_;              // of the live run
  std::stop_source halt_;  // the same, for what can be interrupted half-way
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace gb
