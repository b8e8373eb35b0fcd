#pragma once

#include <algorithm>
#include <chrono>

#include "core/base/clock.h"
#include "core/base/random.h"

namespace gb {

/// How long to wait before trying again: doubles from `first` to `most`, and a random half of it,
/// so that a thousand agents do not come back in the same moment after a restart.
class Backoff {
 public:
  struct Limits {
    Nanos first = std::chrono::milliseconds(200);
    Nanos most = std::chrono::seconds(4);  // a coordinator that restarts has everyone back in 5 s
    Nanos refused = std::chrono::seconds(30);  // after a no that will stay one until somebody acts
  };
  Backoff(Limits limits, Seed seed) : limits_(limits), random_(seed), next_(limits.first) {}

  Nanos next() {
    const Nanos span = jittered(next_);
    next_ = std::min(next_ * 2, limits_.most);
    return span;
  }
  Nanos refused() { return jittered(limits_.refused); }
  void reset() { next_ = limits_.first; }

 private:
  Nanos jittered(Nanos span) {
    return span / 2 +
           Nanos(static_cast<Nanos::rep>(random_.unit() * static_cast<double>(span.count() / 2)));
  }

  Limits limits_;
  SplitMix64 random_;
  Nanos next_;
};

}  // namespace gb
