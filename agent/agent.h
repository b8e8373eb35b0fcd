#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace grpc {
class Channel;
}

namespace gb {

struct AgentConfig {
  std::string name;                   // unique in its lab; [a-z0-9._-]{1,64}
  std::filesystem::path data_folder;  // this agent's alone; `agent/` in it is ours
  std::filesystem::path runner;       // the gb-runner binary
  std::vector<std::string> labels;
  std::string machine_class = "developer";  // or "controlled", as its operator declares
  std::filesystem::path workloads_folder;   // of one's own, beside those built in; empty: none
  std::filesystem::path datasets_folder;    // empty: data_folder/datasets; may be shared by agents
  /// How much datasets_folder may hold, such as "20GiB"; "0" means any amount, empty what
  /// $GRAPH_BENCH_DATASET_LIMIT says.
  std::string dataset_limit;
  /// An engine's setting "lib" may name files below these alone. Empty: the system's library
  /// folders and data_folder/engines.
  std::vector<std::filesystem::path> library_folders;
  Nanos terminate_grace = std::chrono::seconds(5);  // between SIGTERM and SIGKILL of a run
};

/// One machine's part of a lab: a stream to the coordinator, and one run at a time.
class Agent {
 public:
  Agent(AgentConfig config, std::shared_ptr<grpc::Channel> channel);
  /// Stops.
  ~Agent();

  /// Checks the configuration, takes the data folder and begins to connect; returns before it is
  /// connected. InvalidArgument: a bad name, class, limit or catalogue. NotFound: no runner.
  /// Unavailable: another agent has the data folder.
  Result<void> start();

  /// Ends a live run (it is reported as lost with the agent, so that the cell is run again), gives
  /// the coordinator a few seconds to take the report (it is spooled in any case) and leaves.
  /// Idempotent.
  void stop();

  /// Whether the coordinator has welcomed us on the stream that is open now.
  bool connected() const;
  /// Why the coordinator refuses us for good (no protocol in common, a name in use), while it does;
  /// empty otherwise.
  std::string refusal() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// "gb-runner" beside the program that is running.
std::filesystem::path default_runner();

}  // namespace gb
