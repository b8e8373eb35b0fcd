#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "coordinator/scheduler/scheduler.h"
#include "core/base/error.h"
#include "graphbench/v1/agent_service.pb.h"
#include "graphbench/v1/control_service.pb.h"

namespace gb {

struct LabConfig {
  std::filesystem::path store_file;
  SchedulerLimits limits;
  Nanos heartbeat = std::chrono::seconds(5);
  std::uint64_t cell_limit = kDefaultCellLimit;  // of one matrix
  std::filesystem::path workloads_folder;        // of one's own, beside those built in; empty: none
  // How long after the start, and then how often, everything stored is read again and checked.
  Nanos scrub_after = std::chrono::seconds(10);
  Nanos scrub_every = std::chrono::hours(24);
};

/// Where messages to one agent's open stream go. Called from the lab's thread; must not block.
class AgentLink {
 public:
  virtual ~AgentLink() = default;
  virtual void send(graphbench::v1::CoordinatorMessage message) = 0;
  virtual void close(const Error& reason) = 0;
};

/// The coordinator without its faces: owns scheduler and store, feeds events to the one and carries
/// its commands to the other and to the agents. One thread of its own does all of it; every method
/// may be called from any thread and returns when that thread has answered. gRPC, HTTP and metrics
/// are thin layers over this.
class Lab {
 public:
  static Result<std::unique_ptr<Lab>> open(const LabConfig& config);
  ~Lab();

  // The agents' side, called by the stream handler.
  /// Checks protocol and identity; the first message of a stream. On success `link` receives
  /// Welcome, then assignments.
  Result<void> join(const graphbench::v1::Hello& hello, std::shared_ptr<AgentLink> link);
  void heard(const std::string& agent, std::uint64_t session_epoch,
             const graphbench::v1::Heartbeat& heartbeat);
  void progressed(const std::string& agent, const graphbench::v1::RunProgress& progress);
  /// Commits, then acknowledges over the link; what can never be committed is set aside and
  /// acknowledged too. DataLoss: damaged on the way. Whatever the error: not committed, end the
  /// stream with it; the agent comes back and sends the report again.
  Result<void> reported(const std::string& agent, const graphbench::v1::RunReport& report);
  /// The agent takes no more work on this stream; its reports still come.
  void leaving(const std::string& agent, const AgentLink* link);
  /// The stream of `link` ended. Nothing when a newer stream of this agent has taken its place.
  void left(const std::string& agent, const AgentLink* link);

  // The people's side: the messages of ControlService.
  Result<graphbench::v1::SubmitMatrixResponse> submit(const graphbench::v1::MatrixSpec& spec);
  Result<graphbench::v1::MatrixView> matrix(const std::string& matrix_id);
  Result<graphbench::v1::MatrixView> cancel(const std::string& matrix_id);
  Result<graphbench::v1::ListMatricesResponse> list_matrices(
      const graphbench::v1::ListMatricesRequest& request);
  Result<graphbench::v1::ListAgentsResponse> list_agents();
  Result<graphbench::v1::ListResultsResponse> list_results(
      const graphbench::v1::ListResultsRequest& request);
  Result<graphbench::v1::GetResultResponse> result(const std::string& run_id);

  /// Calls `changed` from the lab's thread after anything a viewer could see has changed, with a
  /// counter that only grows. It must not block or call the lab. The returned object ends the
  /// subscription when destroyed.
  using Subscription = std::shared_ptr<void>;
  [[nodiscard]] Subscription subscribe(std::function<void(std::uint64_t)> changed);

  /// What /metrics shows, in one call.
  struct Figures {
    std::uint64_t agents_connected = 0, agents_known = 0;
    std::uint64_t cells_queued = 0, cells_running = 0;
    std::map<std::string, std::uint64_t> cells_by_end;
    struct Latency {
      std::string engine, workload, scale, machine, query_id;
      std::uint64_t p50_ns = 0, p99_ns = 0;
    };
    std::vector<Latency> latest;
    struct Machine {
      std::string name;
      bool connected = false;
      double load_1m = -1, busy_share = -1;
      std::int64_t sync_median_ns = 0, sync_low_ns = 0, sync_high_ns = 0;
    };
    std::vector<Machine> machines;
    std::uint64_t reports_accepted = 0, reports_superseded = 0, reports_duplicate = 0,
                  leases_expired = 0;
    // Commits that are not what was committed, as the last scrub of the store found.
    std::uint64_t store_damaged = 0, store_scrubs = 0;
  };
  Result<Figures> figures();

  /// Fine, or why the lab cannot take work now (store not writable).
  Result<void> ready();

  /// No new leases; returns when the lab's thread is done with what it had.
  void stop();

 private:
  struct Inside;
  explicit Lab(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace gb
