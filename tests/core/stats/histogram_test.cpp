#include "core/stats/histogram.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/random.h"

namespace {

using gb::Nanos;

double relative_error(Nanos got, Nanos want) {
  return std::abs(static_cast<double>(got.count() - want.count())) /
         std::max(1.0, static_cast<double>(want.count()));
}

}  // namespace

TEST_CASE("latencies up to 2047 ns are counted exactly") {
  gb::Histogram histogram;
  for (int i = 1; i <= 2047; ++i) histogram.record(Nanos(i));
  CHECK(histogram.count() == 2047);
  CHECK(histogram.percentile(gb::kP50) == Nanos(1024));
  CHECK(histogram.percentile(gb::kP99) == Nanos(2027));
  CHECK(histogram.percentile(gb::kP999) == Nanos(2045));
}

TEST_CASE("at every scale a percentile is within 1/2048 of the exact one, by the same rank rule") {
  gb::SplitMix64 random(gb::Seed{11});
  for (int round = 0; round < 60; ++round) {
    gb::Histogram histogram;
    std::vector<Nanos> samples;
    for (int i = 0; i < 700; ++i) {
      // Uniform in the exponent: from 1 ns to 2^63 - 1.
      const auto bits = static_cast<unsigned>(random.below(63));
      samples.emplace_back(static_cast<std::int64_t>((1ULL << bits) + random.below(1ULL << bits)));
      histogram.record(samples.back());
    }
    std::sort(samples.begin(), samples.end());
    for (const gb::Rank rank : {gb::kP50, gb::kP90, gb::kP95, gb::kP99, gb::kP999}) {
      CHECK(relative_error(histogram.percentile(rank), gb::percentile(samples, rank)) <=
            1.0 / 2048);
    }
    CHECK(histogram.min() == samples.front());
    CHECK(histogram.max() == samples.back());
  }
}

TEST_CASE("the ends of the range are recorded where they belong") {
  gb::Histogram histogram;
  histogram.record(Nanos(-5));
  CHECK(histogram.percentile(gb::kP50) == Nanos(0));
  histogram.record(Nanos::max());
  CHECK(histogram.percentile(gb::kP99) <= Nanos::max());
  CHECK(relative_error(histogram.percentile(gb::kP99), Nanos::max()) <= 1.0 / 2048);
  CHECK(histogram.max() == Nanos::max());
}

TEST_CASE("merging adds counts: the same as recording both streams in one") {
  gb::SplitMix64 random(gb::Seed{12});
  gb::Histogram left, right, both;
  for (int i = 0; i < 5000; ++i) {
    const Nanos latency(static_cast<std::int64_t>(random.below(10'000'000)));
    (i % 3 == 0 ? left : right).record(latency);
    both.record(latency);
  }
  left.merge(right);
  CHECK(left == both);
  gb::Histogram empty;
  left.merge(empty);
  CHECK(left == both);
  empty.merge(both);
  CHECK(empty == both);
}

TEST_CASE("ranges partition the axis: each starts where the one before ended") {
  gb::Histogram histogram;
  // Every range of three neighbouring powers of two, through its first value.
  for (std::int64_t value = 2000; value < 16384; ++value) histogram.record(Nanos(value));
  const auto ranges = histogram.ranges();
  REQUIRE(ranges.size() > 2);
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    total += ranges[i].count;
    CHECK(ranges[i].count ==
          static_cast<std::uint64_t>((ranges[i].high - ranges[i].low).count()) + 1);
    if (i > 0) CHECK(ranges[i].low == ranges[i - 1].high + Nanos(1));
  }
  CHECK(total == 16384 - 2000);
}

TEST_CASE("an empty histogram answers zero") {
  const gb::Histogram histogram;
  CHECK(histogram.count() == 0);
  CHECK(histogram.percentile(gb::kP99) == Nanos(0));
  CHECK(histogram.min() == Nanos(0));
  CHECK(histogram.ranges().empty());
}
