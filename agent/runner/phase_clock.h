#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "agent/runner/run_events.h"
#include "core/base/clock.h"

namespace gb {

/// Tells every phase as it begins and keeps how long each took.
class PhaseClock {
 public:
  explicit PhaseClock(RunEvents& events) : events_(events), since_(now()) {}

  /// query_count: of the workload; 0 while unknown.
  void enter(graphbench::v1::RunPhase phase, std::uint32_t query_count = 0);

  /// Nanoseconds by phase, the running one up to now.
  std::map<std::string, std::int64_t> spent() const;

 private:
  RunEvents& events_;
  graphbench::v1::RunPhase phase_ = graphbench::v1::RUN_PHASE_UNSPECIFIED;
  Instant since_;
  std::map<std::string, std::int64_t> ended_;
};

}  // namespace gb
