#pragma once

#include <cstdint>

#include "core/base/clock.h"

namespace gb {

/// What our clock costs and the least it can show here. A result near `empty_p50` is the clock's
/// resolution and not an engine's speed; performance goal P3 flags those below ten times of it.
struct TimerFloor {
  double clock_read_ns = 0;       // mean cost of one read
  std::int64_t empty_p50_ns = 0;  // an empty timed region: two reads with nothing between them
  std::int64_t empty_p999_ns = 0;
};

/// Takes a few tens of milliseconds. samples: empty regions timed, at least 1.
TimerFloor measure_timer_floor(std::uint32_t samples = 200'000);

}  // namespace gb
