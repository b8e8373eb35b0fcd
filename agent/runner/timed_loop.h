#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "adapters/target.h"
#include "agent/runner/watchdog.h"
#include "core/base/clock.h"

namespace gb {

/// What one closed-loop block executes: one statement, again and again, with one client.
struct BlockPlan {
  StatementId statement = 0;
  std::span<const Params* const> draws;  // operation k binds *draws[k % size]; never empty
  std::uint32_t operations = 0;
  Nanos operation_limit{0};         // per operation; zero: none
  std::uint32_t give_up_after = 0;  // time-outs after which the block ends early; zero: never
};

struct BlockRecord {
  std::vector<std::int64_t> service_ns;  // of the successful operations, in their order
  std::uint64_t errors = 0;              // failed operations, those that timed out included
  std::uint64_t timeouts = 0;  // operations over the limit, whatever they returned in the end
  std::uint64_t rows = 0;      // of the successful operations
  std::string first_error;     // empty when there was none
  Nanos wall{0};               // from before the first operation to after the last one
  bool complete = true;        // false: asked to stop, or gave up, before the last operation

  std::uint64_t attempted() const { return service_ns.size() + errors; }
};

/// Runs the block. An operation's time starts immediately before `execute` and ends when that has
/// bound, run and drained (measurement §3); choosing the parameters, the watchdog and recording are
/// outside. rows: scratch, kept by the caller from block to block so that it stays warm.
/// Stops between operations when asked to.
BlockRecord run_block(Session& session, const BlockPlan& plan, Watchdog& watchdog, RowSet& rows,
                      const std::stop_token& stop);

}  // namespace gb
