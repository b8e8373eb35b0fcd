#pragma once

#include "agent/pipe/pipe.h"
#include "agent/runner/run_events.h"

namespace gb {

/// Tells a supervisor. That nobody reads any more is the lifeline's business, which ends the
/// process.
class PipeEvents : public RunEvents {
 public:
  explicit PipeEvents(int descriptor) : writer_(descriptor) {}
  void tell(const graphbench::v1::RunnerEvent& event) override;

 private:
  EventWriter writer_;
};

}  // namespace gb
