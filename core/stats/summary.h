#pragma once

#include <cstdint>
#include <span>

#include "core/base/clock.h"

namespace gb {

/// The figures of a group of successful samples. All zero when there are none.
struct Summary {
  std::uint64_t count = 0;
  Nanos min{}, p50{}, p90{}, p95{}, p99{}, max{};
  Nanos mean{};    // the sum divided by the count, rounded towards zero
  Nanos stddev{};  // of the population, about the truncated mean, rounded towards zero; 0 below two

  friend bool operator==(const Summary&, const Summary&) = default;
};

/// Percentiles by nearest rank. ascending: sorted, none negative. Exact in integers; only where the
/// sum of squares exceeds 128 bits is the deviation computed in floating point.
Summary summarise(std::span<const Nanos> ascending);

}  // namespace gb
