#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "adapters/target.h"
#include "agent/runner/operation.h"
#include "agent/runner/watchdog.h"
#include "core/base/clock.h"

namespace gb {

/// Looks at answers of a block, outside the clock.
class SpotCheck {
 public:
  virtual ~SpotCheck() = default;
  /// rows: what the operation with that draw was answered, still as drained.
  virtual void look(std::size_t draw, const RowSet& rows) = 0;
};

/// What one query's operations execute, again and again.
struct BlockPlan {
  Operation operation;
  std::span<const Params* const> draws;  // operation k binds *draws[k % size]; never empty
  std::uint32_t operations = 0;
  Nanos operation_limit{0};         // per operation; zero: none
  std::uint32_t give_up_after = 0;  // time-outs after which the block ends early; zero: never
  Operation setup = {};     // before each operation, untimed; its failure is the operation's
  Operation teardown = {};  // after each, untimed; its failure ends the block
  SpotCheck* spot_check = nullptr;
  std::uint32_t look_at_every = 0;  // k: the answers of operations 0, k, 2k, ... are looked at
};

struct BlockRecord {
  std::vector<std::int64_t> service_ns;  // of the successful operations, in their order
  std::uint64_t errors = 0;              // failed operations, those that timed out included
  std::uint64_t timeouts = 0;  // operations over the limit, whatever they returned in the end
  std::uint64_t rows = 0;      // of the successful operations
  std::string first_error;     // empty when there was none
  std::string teardown_error;  // the graph is no longer what it was; nothing may follow
  Nanos wall{0};               // from before the first operation to after the last one
  bool complete = true;        // false: asked to stop, or gave up, before the last operation

  std::uint64_t attempted() const { return service_ns.size() + errors; }
};

/// Runs the block. An operation's time starts immediately before `execute` and ends when that has
/// bound, run and drained (measurement §3); choosing the parameters, set-up, teardown, the
/// watchdog, recording and looking are outside. rows: scratch, kept by the caller from block to
/// block so that it stays warm. Stops between operations when asked to.
BlockRecord run_block(Session& session, const BlockPlan& plan, Watchdog& watchdog, RowSet& rows,
                      const std::stop_token& stop);

/// Runs operations of several queries mixed: turn k belongs to members[turns[k]], which draws from
/// its own cursor. A record per member; the wall time of each is that of the whole mix. Ends early,
/// for all of them, as soon as one member gives up or cannot be torn down. members: at least one,
/// all with the same operation limit.
std::vector<BlockRecord> run_mix(Session& session, std::span<const BlockPlan> members,
                                 std::span<const std::uint32_t> turns, Watchdog& watchdog,
                                 RowSet& rows, const std::stop_token& stop);

}  // namespace gb
