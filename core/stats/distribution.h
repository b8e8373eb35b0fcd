#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/clock.h"
#include "core/stats/histogram.h"
#include "core/stats/interval.h"
#include "core/stats/percentile.h"
#include "core/stats/summary.h"

namespace gb {

/// Up to here every sample is kept; beyond, a histogram of three digits.
inline constexpr std::uint64_t kMaxExactSamples = 1'000'000;

/// The latencies of one group, however many: exact up to a million samples, a log-linear histogram
/// beyond. Distributions merge; percentiles do not.
class Distribution {
 public:
  Distribution() = default;
  /// In any order, none negative.
  explicit Distribution(std::vector<Nanos> samples);
  explicit Distribution(Histogram histogram) : histogram_(std::move(histogram)) {}

  /// The same as having seen both. Exact while the sum is.
  void merge(const Distribution& other);

  bool exact() const { return !histogram_; }
  std::uint64_t count() const;

  /// The sample at a position from 1 (the smallest) to count; of a histogram within 1/2048 of it.
  /// 0 for position 0.
  Nanos at(std::uint64_t position) const;
  Nanos percentile(Rank rank) const { return at(nearest_rank(count(), rank)); }
  /// 95 %, by order statistics (interval.h).
  Interval interval(Rank rank) const;
  /// Of a histogram: mean and deviation from the middles of its ranges.
  Summary summary() const;

  /// The samples, ascending; empty unless exact.
  std::span<const Nanos> ascending() const { return ascending_; }
  /// All samples as a histogram.
  Histogram histogram() const;

 private:
  std::vector<Nanos> ascending_;
  std::optional<Histogram> histogram_;
};

}  // namespace gb
