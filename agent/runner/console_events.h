#pragma once

#include "agent/runner/run_events.h"

namespace gb {

/// Tells a person who started the runner by hand: progress on stderr, the document on stdout.
class ConsoleEvents : public RunEvents {
 public:
  void tell(const graphbench::v1::RunnerEvent& event) override;
};

}  // namespace gb
