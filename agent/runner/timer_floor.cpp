#include "agent/runner/timer_floor.h"

#include <algorithm>
#include <vector>

#include "core/stats/percentile.h"

namespace gb {

TimerFloor measure_timer_floor(std::uint32_t samples) {
  std::vector<Nanos> empty(std::max(samples, 1U));  // written here, so no page fault below
  const Instant begun = now();
  for (Nanos& sample : empty) {
    const Instant sent = now();
    const Instant done = now();
    sample = std::chrono::duration_cast<Nanos>(done - sent);
  }
  const auto spent = std::chrono::duration_cast<Nanos>(now() - begun);

  std::sort(empty.begin(), empty.end());
  return {.clock_read_ns =
              static_cast<double>(spent.count()) / (2.0 * static_cast<double>(empty.size())),
          .empty_p50_ns = percentile(empty, kP50).count(),
          .empty_p999_ns = percentile(empty, kP999).count()};
}

}  // namespace gb
