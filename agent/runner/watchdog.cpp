#include "agent/runner/watchdog.h"

namespace gb {

Watchdog::Watchdog(Session& session)
    : session_(session), thread_([this](const std::stop_token& stop) { watch(stop); }) {}

Watchdog::~Watchdog() = default;  // jthread asks its function to stop and waits for it

void Watchdog::guard(Nanos limit) {
  limit_ns_ = limit.count();
  {
    const std::lock_guard lock(mutex_);
    watched_limit_ = limit;
  }
  changed_.notify_one();
}

void Watchdog::stand_down() { guard(Nanos{0}); }

bool Watchdog::wait_until_interrupted() {
  // Rare: the time ran out. `interrupt` takes microseconds, so yielding is enough.
  for (;;) {
    const std::int64_t word = word_.load(std::memory_order_acquire);
    if (word == kIdle) return false;  // disarmed without having been armed
    if (word == kInterrupted) break;
    std::this_thread::yield();
  }
  word_.store(kIdle, std::memory_order_release);
  return true;
}

void Watchdog::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (watched_limit_ <= Nanos{0}) {
      changed_.wait(lock, stop, [this] { return watched_limit_ > Nanos{0}; });
      continue;
    }
    const Instant woke = now();
    const Nanos limit = watched_limit_;
    std::int64_t word = word_.load(std::memory_order_acquire);
    // An operation armed while this thread sleeps has its deadline at least one limit away, and
    // deadlines only grow: so sleeping until the armed deadline, or for one limit, misses nothing
    // and costs one wake-up per limit instead of polling beside the measurement.
    Instant next = woke + limit;
    if (word > 0) {
      next = Instant(std::chrono::duration_cast<Instant::duration>(Nanos(word)));
      if (next <= woke) {
        if (word_.compare_exchange_strong(word, kInterrupting, std::memory_order_acq_rel)) {
          session_.interrupt();
          word_.store(kInterrupted, std::memory_order_release);
        }
        continue;  // if the exchange failed, the operation ended in time: look again
      }
    }
    changed_.wait_until(lock, stop, next, [&] { return watched_limit_ != limit; });
  }
}

}  // namespace gb
