#include "agent/runner/timed_loop.h"

#include <cassert>

namespace gb {
namespace {

std::string timed_out(Nanos limit, const Result<void>& outcome) {
  return fmt::format("timeout: the operation was over its limit of {} ms{}{}",
                     std::chrono::duration_cast<std::chrono::milliseconds>(limit).count(),
                     outcome ? "" : ": ", outcome ? "" : outcome.error().message);
}

/// One query's side of a block: its cursor and what it has recorded.
class Member {
 public:
  explicit Member(const BlockPlan& plan) : plan_(plan) {
    assert(!plan.draws.empty());
    // Written, not only reserved: no page is touched for the first time between two operations.
    record_.service_ns.resize(plan.operations);
  }

  bool goes_on() const {
    return record_.teardown_error.empty() &&
           (plan_.give_up_after == 0 || record_.timeouts < plan_.give_up_after);
  }

  void step(Session& session, Watchdog& watchdog, RowSet& rows) {
    const std::size_t draw = draw_;
    const Params& params = *plan_.draws[draw];
    if (++draw_ == plan_.draws.size()) draw_ = 0;
    if (!plan_.setup.empty()) [[unlikely]] {
      if (const auto ready = untimed(session, watchdog, plan_.setup, params, rows); !ready) {
        count_error("setup-error: " + ready.error().message);
        return tear_down(session, watchdog, params, rows);
      }
    }
    watchdog.arm(now());

    // The timed region. Nothing of ours belongs between these three lines.
    const Instant sent = now();
    const Result<void> outcome = execute_operation(session, plan_.operation, params, rows);
    const Instant done = now();

    const bool over_limit = watchdog.disarm();
    if (outcome && !over_limit) {
      record_.service_ns[succeeded_++] = std::chrono::duration_cast<Nanos>(done - sent).count();
      record_.rows += rows.row_count();
      if (plan_.spot_check != nullptr && steps_ % plan_.look_at_every == 0) {
        plan_.spot_check->look(draw, rows);
      }
    } else {
      if (over_limit) ++record_.timeouts;
      count_error(over_limit ? timed_out(plan_.operation_limit, outcome) : outcome.error().message);
    }
    ++steps_;
    tear_down(session, watchdog, params, rows);
  }

  BlockRecord finish(Nanos wall, bool complete) {
    record_.wall = wall;
    record_.complete = complete;
    record_.service_ns.resize(succeeded_);
    return std::move(record_);
  }

 private:
  void count_error(std::string what) {
    ++record_.errors;
    if (record_.first_error.empty()) record_.first_error = std::move(what);
  }

  /// Set-up and teardown have the operation's limit: one that hangs must not hang the run.
  Result<void> untimed(Session& session, Watchdog& watchdog, Operation operation,
                       const Params& params, RowSet& rows) const {
    watchdog.arm(now());
    Result<void> outcome = execute_operation(session, operation, params, rows);
    if (watchdog.disarm()) {
      return fail(ErrorCode::DeadlineExceeded, "{}", timed_out(plan_.operation_limit, outcome));
    }
    return outcome;
  }

  void tear_down(Session& session, Watchdog& watchdog, const Params& params, RowSet& rows) {
    if (plan_.teardown.empty()) [[likely]]
      return;
    const auto done = untimed(session, watchdog, plan_.teardown, params, rows);
    if (!done) record_.teardown_error = done.error().message;
  }

  const BlockPlan& plan_;
  BlockRecord record_;
  std::size_t succeeded_ = 0;
  std::size_t draw_ = 0;
  std::uint32_t steps_ = 0;
};

}  // namespace

BlockRecord run_block(Session& session, const BlockPlan& plan, Watchdog& watchdog, RowSet& rows,
                      const std::stop_token& stop) {
  Member member(plan);
  bool complete = true;
  watchdog.guard(plan.operation_limit);
  const Instant begun = now();
  for (std::uint32_t operation = 0; complete && operation < plan.operations; ++operation) {
    complete = !stop.stop_requested() && member.goes_on();
    if (complete) member.step(session, watchdog, rows);
  }
  const auto wall = std::chrono::duration_cast<Nanos>(now() - begun);
  watchdog.stand_down();
  return member.finish(wall, complete);
}

std::vector<BlockRecord> run_mix(Session& session, std::span<const BlockPlan> members,
                                 std::span<const std::uint32_t> turns, Watchdog& watchdog,
                                 RowSet& rows, const std::stop_token& stop) {
  std::vector<Member> running(members.begin(), members.end());
  bool complete = true;
  // One limit for all: changing it takes a lock, which belongs between no two operations.
  watchdog.guard(members.front().operation_limit);
  const Instant begun = now();
  for (std::size_t turn = 0; complete && turn < turns.size(); ++turn) {
    Member& member = running[turns[turn]];
    member.step(session, watchdog, rows);
    complete = !stop.stop_requested() && member.goes_on();
  }
  const auto wall = std::chrono::duration_cast<Nanos>(now() - begun);
  watchdog.stand_down();
  std::vector<BlockRecord> records;
  records.reserve(running.size());
  for (Member& member : running) records.push_back(member.finish(wall, complete));
  return records;
}

}  // namespace gb
