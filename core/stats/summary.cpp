#include "core/stats/summary.h"

#include <cmath>

#include "core/stats/percentile.h"

namespace gb {
namespace {

__extension__ using Wide = unsigned __int128;

/// The largest r with r * r <= value.
std::uint64_t integer_root(Wide value) {
  Wide low = 0;
  Wide high = static_cast<Wide>(1) << 64U;  // above every answer
  while (high - low > 1) {
    const Wide middle = low + (high - low) / 2;
    // middle < 2^64, so the square fits.
    if (middle * middle <= value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return static_cast<std::uint64_t>(low);
}

Nanos deviation(std::span<const Nanos> samples, std::int64_t mean) {
  if (samples.size() < 2) return Nanos(0);
  Wide sum = 0;
  bool exact = true;
  long double approximate = 0;
  for (const Nanos sample : samples) {
    const std::int64_t off = sample.count() - mean;
    const Wide distance = static_cast<Wide>(off < 0 ? -off : off);
    exact = exact && !__builtin_add_overflow(sum, distance * distance, &sum);
    approximate += static_cast<long double>(off) * static_cast<long double>(off);
  }
  // trunc(sqrt(sum / n)) is the integer root of the truncated quotient.
  if (exact) return Nanos(static_cast<std::int64_t>(integer_root(sum / samples.size())));
  return Nanos(
      static_cast<std::int64_t>(std::sqrt(approximate / static_cast<long double>(samples.size()))));
}

}  // namespace

Summary summarise(std::span<const Nanos> ascending) {
  Summary summary;
  if (ascending.empty()) return summary;
  Wide sum = 0;
  for (const Nanos sample : ascending) sum += static_cast<std::uint64_t>(sample.count());
  const auto mean = static_cast<std::int64_t>(sum / ascending.size());
  summary.count = ascending.size();
  summary.min = ascending.front();
  summary.p50 = percentile(ascending, kP50);
  summary.p90 = percentile(ascending, kP90);
  summary.p95 = percentile(ascending, kP95);
  summary.p99 = percentile(ascending, kP99);
  summary.max = ascending.back();
  summary.mean = Nanos(mean);
  summary.stddev = deviation(ascending, mean);
  return summary;
}

}  // namespace gb
