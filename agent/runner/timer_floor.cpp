#include "agent/runner/timer_floor.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gb {
namespace {

// Nearest rank: the ceil(n * p)-th smallest.
std::int64_t nearest_rank(const std::vector<std::int64_t>& sorted, double p) {
  const auto rank = static_cast<std::size_t>(std::ceil(p * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace

TimerFloor measure_timer_floor(std::uint32_t samples) {
  std::vector<std::int64_t> empty(std::max(samples, 1U));  // written here, so no page fault below
  const Instant begun = now();
  for (std::int64_t& sample : empty) {
    const Instant sent = now();
    const Instant done = now();
    sample = std::chrono::duration_cast<Nanos>(done - sent).count();
  }
  const auto spent = std::chrono::duration_cast<Nanos>(now() - begun);

  std::sort(empty.begin(), empty.end());
  return {.clock_read_ns =
              static_cast<double>(spent.count()) / (2.0 * static_cast<double>(empty.size())),
          .empty_p50_ns = nearest_rank(empty, 0.5),
          .empty_p999_ns = nearest_rank(empty, 0.999)};
}

}  // namespace gb
