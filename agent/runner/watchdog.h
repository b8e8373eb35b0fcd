#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <thread>

#include "adapters/target.h"
#include "core/base/clock.h"

namespace gb {

/// Interrupts a session's operation that is over its limit. One long-lived thread per session, for
/// as long as the session; arming it for an operation is one atomic word, neither a lock nor a
/// system call. All calls but the thread's own come from the thread that owns the session.
class Watchdog {
 public:
  explicit Watchdog(Session& session);
  /// Ends the thread; the session must still be alive.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// Guards every operation until `stand_down` with this limit; zero or less guards nothing.
  void guard(Nanos limit);
  void stand_down();

  /// An operation starts now, or just did. Call outside the timed region.
  void arm(Instant start) {
    if (limit_ns_ <= 0) return;
    word_.store(nanos(start) + limit_ns_, std::memory_order_release);
  }

  /// The operation ended. True when it was over its limit: `interrupt` has then been called and has
  /// returned, so it cannot hit the next operation.
  bool disarm() {
    if (limit_ns_ <= 0) return false;
    std::int64_t armed = word_.load(std::memory_order_acquire);
    if (armed > 0 && word_.compare_exchange_strong(armed, kIdle, std::memory_order_acq_rel)) {
      return false;
    }
    return wait_until_interrupted();
  }

 private:
  // The word is the running operation's deadline (steady clock, ns since its epoch, always
  // positive), or one of these.
  static constexpr std::int64_t kIdle = 0;
  static constexpr std::int64_t kInterrupting = -1;  // the deadline passed; `interrupt` is running
  static constexpr std::int64_t kInterrupted = -2;

  static std::int64_t nanos(Instant instant) {
    return std::chrono::duration_cast<Nanos>(instant.time_since_epoch()).count();
  }

  bool wait_until_interrupted();
  void watch(const std::stop_token& stop);

  Session& session_;
  // The thread looks at it once per limit, so its cache line stays with the owner.
  std::atomic<std::int64_t> word_{kIdle};
  std::int64_t limit_ns_ = 0;  // the owner's copy

  std::mutex mutex_;  // guards `watched_limit_`
  std::condition_variable_any changed_;
  Nanos watched_limit_{0};
  std::jthread thread_;  // last: it uses everything above
};

}  // namespace gb
