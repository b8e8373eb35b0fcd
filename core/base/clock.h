#pragma once

#include <chrono>

namespace gb {

using Nanos = std::chrono::nanoseconds;                 // every span inside the process
using Instant = std::chrono::steady_clock::time_point;  // for measuring; never leaves the process
using WallTime = std::chrono::sys_time<Nanos>;          // for records; never makes a latency

/// CLOCK_MONOTONIC on Linux, through the vDSO.
inline Instant now() { return std::chrono::steady_clock::now(); }

inline WallTime wall_now() {
  return std::chrono::time_point_cast<Nanos>(std::chrono::system_clock::now());
}

}  // namespace gb
