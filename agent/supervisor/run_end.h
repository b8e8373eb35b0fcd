#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "agent/supervisor/supervisor.h"

namespace gb {

/// Why a supervisor stopped a run; Nothing: the run ended by itself.
enum class StopCause { Nothing, Cancelled, OverDeadline, BrokenPipeTalk, NeverEnding };

/// All that is known when the last process of a run is gone.
struct RunFacts {
  graphbench::v1::RunPhase phase = graphbench::v1::RUN_PHASE_UNSPECIFIED;
  std::optional<graphbench::v1::RunDocument> document;
  std::optional<graphbench::v1::RunProblem> problem;
  StopCause stopped = StopCause::Nothing;
  std::string stop_reason;   // of a cancellation, or what was wrong with the pipe's content
  bool needed_kill = false;  // SIGTERM and its grace did not end it
  Nanos grace{0};
  Nanos deadline{0};
  int wait_status = 0;  // as waitpid gave it
  std::string last_words;
  std::vector<pid_t> still_there;  // could not be ended
};

/// One end and one reason a person understands. A document counts only when its bytes match its
/// hash.
RunOutcome outcome_of(RunFacts facts);

}  // namespace gb
