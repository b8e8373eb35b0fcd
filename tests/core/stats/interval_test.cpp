#include "core/stats/interval.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/random.h"

namespace {

using gb::Nanos;
using Position = std::optional<std::uint64_t>;

}  // namespace

TEST_CASE("positions of the median's interval are those of the published table") {
  const gb::IntervalRanks two = gb::interval_ranks(2, gb::kP50);
  CHECK(!two.low);
  CHECK(!two.high);
  CHECK(two.coverage == 0);

  const gb::IntervalRanks twenty = gb::interval_ranks(20, gb::kP50);
  CHECK(twenty.low == Position(6));
  CHECK(twenty.high == Position(15));
  CHECK(twenty.coverage == doctest::Approx(0.959).epsilon(0.0005));

  const gb::IntervalRanks hundred = gb::interval_ranks(100, gb::kP50);
  CHECK(hundred.low == Position(40));
  CHECK(hundred.high == Position(61));
  CHECK(hundred.coverage == doctest::Approx(0.965).epsilon(0.0005));

  const gb::IntervalRanks two_hundred = gb::interval_ranks(200, gb::kP50);
  CHECK(two_hundred.low == Position(86));
  CHECK(two_hundred.high == Position(115));
  CHECK(two_hundred.coverage == doctest::Approx(0.960).epsilon(0.0005));

  const gb::IntervalRanks thousand = gb::interval_ranks(1000, gb::kP50);
  CHECK(thousand.low == Position(469));
  CHECK(thousand.high == Position(532));
  CHECK(thousand.coverage == doctest::Approx(0.954).epsilon(0.0005));
}

TEST_CASE("positions of p99's interval are those of the published table") {
  CHECK(!gb::interval_ranks(2, gb::kP99).high);
  CHECK(!gb::interval_ranks(20, gb::kP99).high);
  const gb::IntervalRanks hundred = gb::interval_ranks(100, gb::kP99);
  CHECK(hundred.low == Position(97));
  CHECK(!hundred.high);
  const gb::IntervalRanks two_hundred = gb::interval_ranks(200, gb::kP99);
  CHECK(two_hundred.low == Position(195));
  CHECK(!two_hundred.high);
  const gb::IntervalRanks thousand = gb::interval_ranks(1000, gb::kP99);
  CHECK(thousand.low == Position(983));
  CHECK(thousand.high == Position(997));
  CHECK(thousand.coverage == doctest::Approx(0.976).epsilon(0.0005));
}

TEST_CASE("p99 has an upper bound from 299 samples on, p95 from 59") {
  CHECK(!gb::has_upper_bound(298, gb::kP99));
  CHECK(gb::has_upper_bound(299, gb::kP99));
  CHECK(!gb::has_upper_bound(58, gb::kP95));
  CHECK(gb::has_upper_bound(59, gb::kP95));
  for (std::uint64_t n = 1; n < 299; ++n) CHECK(!gb::interval_ranks(n, gb::kP99).high);
  for (std::uint64_t n = 299; n < 1200; ++n) {
    const gb::IntervalRanks ranks = gb::interval_ranks(n, gb::kP99);
    CAPTURE(n);
    REQUIRE(ranks.high);
    CHECK(*ranks.high <= n);
    REQUIRE(ranks.low);
    CHECK(*ranks.low < *ranks.high);
    CHECK(ranks.coverage >= 0.95);
  }
}

TEST_CASE("an interval around the percentile's own rank exists for a million samples") {
  for (const gb::Rank rank : {gb::kP50, gb::kP99, gb::kP999}) {
    const gb::IntervalRanks ranks = gb::interval_ranks(1'000'000, rank);
    REQUIRE(ranks.low);
    REQUIRE(ranks.high);
    CHECK(*ranks.low < gb::nearest_rank(1'000'000, rank));
    CHECK(*ranks.high > gb::nearest_rank(1'000'000, rank));
    CHECK(ranks.coverage >= 0.95);
    CHECK(ranks.coverage < 0.953);
  }
}

TEST_CASE("no sample and a rank of 100 percent have no interval") {
  CHECK(!gb::interval_ranks(0, gb::kP50).low);
  CHECK(!gb::interval_ranks(100, gb::Rank{1, 1}).low);
  CHECK(!gb::percentile_interval({}, gb::kP50).low);
}

TEST_CASE("at least 95 percent of intervals hold the true median of 4000 simulated runs") {
  gb::SplitMix64 random(gb::Seed{7});
  int held = 0;
  constexpr int kRuns = 4000;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<Nanos> samples;
    for (int i = 0; i < 100; ++i) {
      // Exponential with median ln 2 * 1 ms.
      samples.emplace_back(static_cast<std::int64_t>(-1e6 * std::log1p(-random.unit())));
    }
    std::sort(samples.begin(), samples.end());
    const gb::Interval interval = gb::percentile_interval(samples, gb::kP50);
    const Nanos truth(693147);
    if (*interval.low <= truth && truth <= *interval.high) ++held;
  }
  // 96.5 % expected; four standard deviations of that count are 1.2 %.
  CHECK(held >= kRuns * 953 / 1000);
  CHECK(held <= kRuns * 977 / 1000);
}
