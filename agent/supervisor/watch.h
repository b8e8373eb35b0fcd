#pragma once

#include <functional>
#include <string>

#include "agent/supervisor/run_end.h"
#include "agent/supervisor/spawn.h"
#include "core/base/clock.h"

namespace gb {

/// What a watch is told from outside while it sleeps.
struct WatchOrders {
  int wake = -1;  // readable when there is news
  /// The reason for which the run shall be cancelled; empty: none. Called after a wake.
  std::function<std::string()> cancel_reason;
};

struct WatchLimits {
  Nanos deadline{0};  // from now
  Nanos grace{0};     // between SIGTERM and SIGKILL
};

/// Follows a child from its start to the end of its last process: reads its pipe and its output,
/// holds it to its deadline, ends what it leaves behind and reaps it.
RunFacts watch_run(Spawned child, const std::string& mark, const WatchLimits& limits,
                   const WatchOrders& orders,
                   const std::function<void(const graphbench::v1::RunnerEvent&)>& event);

}  // namespace gb
