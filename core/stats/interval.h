#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/clock.h"
#include "core/stats/percentile.h"

namespace gb {

/// Positions (1-based, among n ascending samples) that hold the true percentile between them with
/// at least 95 % confidence. A bound that no sample can give is absent.
struct IntervalRanks {
  std::optional<std::uint64_t> low, high;
  double coverage = 0;  // of what is present: one-sided when a bound is absent, 0 without any
};

/// Distribution-free, from the binomial distribution of how many samples lie below the percentile
/// (Conover, Practical Nonparametric Statistics, 3.2). Each tail holds at most 2.5 %; when the
/// maximum alone leaves between 2.5 % and 5 % above it, it is the upper bound and the lower tail
/// gets the rest of the 5 %. So p99 has an upper bound from 299 samples on, p95 from 59.
/// Assumes independent samples: those of one run are correlated, so the true coverage is lower.
IntervalRanks interval_ranks(std::uint64_t n, Rank rank);

/// The samples at those positions.
struct Interval {
  std::optional<Nanos> low, high;
};

/// ascending: sorted.
Interval percentile_interval(std::span<const Nanos> ascending, Rank rank);

/// Whether the largest of n samples bounds the percentile from above at 95 %. Where it does not,
/// the figure is only "max of n".
bool has_upper_bound(std::uint64_t n, Rank rank);

}  // namespace gb
