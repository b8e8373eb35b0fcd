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
  std::uint32_t operations = 0;  // per query; of a mix, in all
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
  std::uint64_t looked_at = 0;  // timed answers held against the right one
  std::string wrong;            // the first of them that differed
  std::string teardown_error;   // a write that could not be undone: nothing after it was measured
};

/// Time-outs after which the rest of a query's block is given up.
inline constexpr std::uint32_t kGiveUpAfter = 3;

/// Timed answers looked at in a block, about.
inline constexpr std::uint32_t kLooks = 16;

/// Repetitions of a query whose answer takes seconds, at most (workloads §8.1); one more goes
/// before and is discarded.
inline constexpr std::uint32_t kAnalyticsOperations = 4;

/// Times every approved question, a block of `operations` each in the plan's order, every block
/// from the beginning of its pool. Tells when a block begins and ends, never in between. Ends early
/// after a write that could not be torn down.
std::vector<MeasuredQuery> measure(const VerifiedPlan& plan, Conversation& conversation,
                                   const MeasureSettings& settings, RunEvents& events);

/// What a person following the run is told of a block.
void tell_block_began(RunEvents& events, const Query& query, std::uint32_t index);
void tell_block_ended(RunEvents& events, const MeasuredQuery& measured, std::uint32_t index);

}  // namespace gb
