#include "core/stats/percentile.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/random.h"

namespace {

using gb::Nanos;

struct RankLine {
  std::uint64_t n;
  std::array<std::uint64_t, 4> ranks;  // p50 p90 p95 p99
};

// The published table of nearest ranks.
constexpr std::array<RankLine, 15> kTable{{{1, {1, 1, 1, 1}},
                                           {2, {1, 2, 2, 2}},
                                           {3, {2, 3, 3, 3}},
                                           {5, {3, 5, 5, 5}},
                                           {10, {5, 9, 10, 10}},
                                           {18, {9, 17, 18, 18}},
                                           {20, {10, 18, 19, 20}},
                                           {50, {25, 45, 48, 50}},
                                           {99, {50, 90, 95, 99}},
                                           {100, {50, 90, 95, 99}},
                                           {101, {51, 91, 96, 100}},
                                           {200, {100, 180, 190, 198}},
                                           {1000, {500, 900, 950, 990}},
                                           {1001, {501, 901, 951, 991}},
                                           {0, {0, 0, 0, 0}}}};

/// From the definition: the smallest sample that at least the share of all samples do not exceed.
Nanos by_definition(const std::vector<Nanos>& samples, gb::Rank rank) {
  Nanos best = Nanos::max();
  for (const Nanos candidate : samples) {
    const auto at_most = static_cast<std::uint64_t>(std::count_if(
        samples.begin(), samples.end(), [&](Nanos other) { return other <= candidate; }));
    if (at_most * rank.denominator >= samples.size() * rank.numerator) {
      best = std::min(best, candidate);
    }
  }
  return best;
}

}  // namespace

TEST_CASE("nearest ranks are those of the published table") {
  for (const RankLine& line : kTable) {
    CAPTURE(line.n);
    CHECK(gb::nearest_rank(line.n, gb::kP50) == line.ranks[0]);
    CHECK(gb::nearest_rank(line.n, gb::kP90) == line.ranks[1]);
    CHECK(gb::nearest_rank(line.n, gb::kP95) == line.ranks[2]);
    CHECK(gb::nearest_rank(line.n, gb::kP99) == line.ranks[3]);
  }
}

TEST_CASE("p99.9 of 1000 is the 999th, though 99.9 / 100 * 1000 exceeds 999 in binary") {
  CHECK(gb::nearest_rank(1000, gb::kP999) == 999);
  CHECK(gb::nearest_rank(1001, gb::kP999) == 1000);
  CHECK(gb::nearest_rank(999, gb::kP999) == 999);
  CHECK(gb::nearest_rank(10, gb::kP999) == 10);
}

TEST_CASE("ranks agree with the reference's trunc(n * p + 0.999999) up to 300000") {
  const std::array<std::pair<gb::Rank, double>, 4> both{
      {{gb::kP50, 0.50}, {gb::kP90, 0.90}, {gb::kP95, 0.95}, {gb::kP99, 0.99}}};
  std::uint64_t differences = 0;
  for (const auto& [rank, share] : both) {
    for (std::uint64_t n = 1; n <= 300'000; ++n) {
      const auto theirs = static_cast<std::uint64_t>(static_cast<double>(n) * share + 0.999999);
      if (gb::nearest_rank(n, rank) != std::clamp<std::uint64_t>(theirs, 1, n)) ++differences;
    }
  }
  CHECK(differences == 0);
}

TEST_CASE("a rank of more samples than a double can count is still exact") {
  constexpr std::uint64_t kHuge = std::numeric_limits<std::uint64_t>::max();
  CHECK(gb::nearest_rank(kHuge, gb::kP50) == kHuge / 2 + 1);
  CHECK(gb::nearest_rank(kHuge, gb::Rank{1, 1}) == kHuge);
}

TEST_CASE("a percentile is always one of the samples") {
  const std::vector<Nanos> samples{Nanos(10), Nanos(20), Nanos(30), Nanos(40)};
  CHECK(gb::percentile(samples, gb::kP50) == Nanos(20));
  CHECK(gb::percentile(samples, gb::kP90) == Nanos(40));
  CHECK(gb::percentile(std::vector<Nanos>{}, gb::kP50) == Nanos(0));
}

TEST_CASE("percentiles equal their definition by brute force on 10,000 random multisets") {
  gb::SplitMix64 random(gb::Seed{20261130});
  std::uint64_t differences = 0;
  for (int round = 0; round < 10'000; ++round) {
    // Small ranges make ties, large ones reach 2^63 - 1; every tenth multiset is a single sample.
    const std::uint64_t n = round % 10 == 0 ? 1 : 1 + random.below(120);
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const std::uint64_t range = round % 3 == 0 ? 4 : round % 3 == 1 ? 1'000'000 : kMax;
    std::vector<Nanos> samples(n);
    for (Nanos& sample : samples) {
      sample = Nanos(static_cast<std::int64_t>(random.below(range) + (range == kMax ? 1 : 0)));
    }
    if (round % 7 == 0) samples.back() = Nanos::max();
    std::vector<Nanos> ascending = samples;
    std::sort(ascending.begin(), ascending.end());
    for (const gb::Rank rank : {gb::kP50, gb::kP90, gb::kP95, gb::kP99, gb::kP999}) {
      if (gb::percentile(ascending, rank) != by_definition(samples, rank)) ++differences;
    }
  }
  CHECK(differences == 0);
}
