#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/stats/percentile.h"

namespace gb {

/// Counts per latency range: exact up to 2047 ns, above it 1024 ranges per power of two, so that
/// three significant digits survive. For live display, windows and merging; recorded figures come
/// from the exact samples. Covers 0 to 2^63 - 1 ns in 450 kB; recording never allocates.
class Histogram {
 public:
  Histogram();

  /// A negative latency counts as 0. Constant time.
  void record(Nanos latency) { record(latency, 1); }
  void record(Nanos latency, std::uint64_t times);

  /// Adds the counts: the same as having recorded both streams here.
  void merge(const Histogram& other);

  std::uint64_t count() const { return count_; }
  Nanos min() const { return count_ == 0 ? Nanos(0) : min_; }  // exact
  Nanos max() const { return max_; }                           // exact

  /// The middle of the range that holds the sample at nearest_rank(count, rank), kept within min
  /// and max: at most 1/2048 of it away from that sample. 0 when empty.
  Nanos percentile(Rank rank) const { return at(nearest_rank(count_, rank)); }

  /// The same for a position among all samples: 1 is the smallest. 0 for position 0.
  Nanos at(std::uint64_t position) const;

  struct Range {
    Nanos low, high;  // both included
    std::uint64_t count;
  };
  /// The range a latency counts in, with a count of 0.
  static Range range_around(Nanos latency);

  /// The ranges that hold something, ascending.
  std::vector<Range> ranges() const;

  /// Puts one together from its ranges and exact ends. InvalidArgument, saying which, when they are
  /// no ranges of this scale, not ascending, empty, or do not hold the ends.
  static Result<Histogram> restored(std::span<const Range> ranges, Nanos min, Nanos max);

  friend bool operator==(const Histogram&, const Histogram&) = default;

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  Nanos min_ = Nanos::max();
  Nanos max_ = Nanos(0);
};

}  // namespace gb
