#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "graphbench/v1/run.pb.h"

namespace gb {

struct SupervisorConfig {
  std::filesystem::path runner;  // the gb-runner binary
  std::filesystem::path
      runs_folder;  // a folder per run is made here and removed when the run ended
  Nanos terminate_grace =
      std::chrono::seconds(5);  // between SIGTERM and SIGKILL of the whole process group
};

/// How a run ended, from the agent's point of view.
struct RunOutcome {
  graphbench::v1::CellEnd end = graphbench::v1::CELL_END_UNSPECIFIED;
  std::string reason;  // for a person: "gb-runner was killed by signal 11 in phase load; its last
                       // words: ..."
  std::optional<graphbench::v1::RunDocument> document;  // when done
};

/// Runs one gb-runner at a time as a child in its own process group, reads its pipe, holds it to
/// its deadline and leaves no process behind, whatever the engine started. The child dies with us
/// (PR_SET_PDEATHSIG, and the pipe's end). Output on stdout and stderr is kept, capped, for the
/// reason of a failure.
class Supervisor {
 public:
  explicit Supervisor(SupervisorConfig config);
  /// Kills a live run and waits for its end.
  ~Supervisor();

  /// Spawns. `event` is called for every message of the runner but document and problem, `ended`
  /// exactly once; both from the supervisor's own thread, and neither may call `start`. `running`
  /// is false again before `ended` is called. request.run_folder is set here; a run deadline of 0
  /// reads as one hour.
  /// FailedPrecondition: a run is alive. NotFound: no runner there. On an error nothing is called.
  Result<void> start(const graphbench::v1::RunRequest& request,
                     std::function<void(const graphbench::v1::RunnerEvent&)> event,
                     std::function<void(const RunOutcome&)> ended);

  /// SIGTERM, grace, SIGKILL; `ended` follows with CELL_END_CANCELLED. No live run: nothing.
  void cancel(const std::string& reason);

  bool running() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace gb
