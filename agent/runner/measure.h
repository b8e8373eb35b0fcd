#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agent/runner/conversation.h"
#include "agent/runner/run_events.h"
#include "agent/runner/timed_loop.h"
#include "workloads/verify/verify.h"

namespace gb {

struct MeasureSettings {
  std::uint32_t operations = 0;  // per query
  Nanos operation_limit{0};
};

/// What one query's block gave.
struct MeasuredQuery {
  const Query* query = nullptr;
  std::vector<Nanos> ascending;  // service times of the successful operations, sorted
  std::uint64_t rows = 0;        // of those
  std::uint64_t errors = 0, timeouts = 0;
  std::string first_error;
  Nanos wall{0};
  bool broken = false;  // no latency may be quoted: nothing succeeded, or too much timed out
};

/// Time-outs after which the rest of a query's block is given up.
inline constexpr std::uint32_t kGiveUpAfter = 3;

/// Times every approved question, a block of `operations` each in the plan's order, every block
/// from the beginning of its pool. Tells when a block begins and ends, never in between.
std::vector<MeasuredQuery> measure(const VerifiedPlan& plan, Conversation& conversation,
                                   const MeasureSettings& settings, RunEvents& events);

}  // namespace gb
