#include "agent/runner/timed_loop.h"

#include <cassert>

namespace gb {
namespace {

std::string timed_out(Nanos limit, const Result<void>& outcome) {
  return fmt::format("timeout: the operation was over its limit of {} ms{}{}",
                     std::chrono::duration_cast<std::chrono::milliseconds>(limit).count(),
                     outcome ? "" : ": ", outcome ? "" : outcome.error().message);
}

}  // namespace

BlockRecord run_block(Session& session, const BlockPlan& plan, Watchdog& watchdog, RowSet& rows,
                      const std::stop_token& stop) {
  assert(!plan.draws.empty());
  BlockRecord record;
  // Written, not only reserved: no page is touched for the first time between two operations.
  record.service_ns.resize(plan.operations);
  std::size_t succeeded = 0;
  std::size_t draw = 0;
  watchdog.guard(plan.operation_limit);

  const Instant begun = now();
  for (std::uint32_t operation = 0; operation < plan.operations; ++operation) {
    if (stop.stop_requested() ||
        (plan.give_up_after != 0 && record.timeouts >= plan.give_up_after)) {
      record.complete = false;
      break;
    }
    const Params& params = *plan.draws[draw];
    if (++draw == plan.draws.size()) draw = 0;
    watchdog.arm(now());

    // The timed region. Nothing of ours belongs between these three lines.
    const Instant sent = now();
    const Result<void> outcome = session.execute(plan.statement, params, rows);
    const Instant done = now();

    const bool over_limit = watchdog.disarm();
    if (outcome && !over_limit) {
      record.service_ns[succeeded++] = std::chrono::duration_cast<Nanos>(done - sent).count();
      record.rows += rows.row_count();
      continue;
    }
    ++record.errors;
    if (over_limit) ++record.timeouts;
    if (record.first_error.empty()) {
      record.first_error =
          over_limit ? timed_out(plan.operation_limit, outcome) : outcome.error().message;
    }
  }
  record.wall = std::chrono::duration_cast<Nanos>(now() - begun);

  watchdog.stand_down();
  record.service_ns.resize(succeeded);
  return record;
}

}  // namespace gb
