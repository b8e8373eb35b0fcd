#include "core/stats/summary.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using gb::Nanos;

std::vector<Nanos> ascending(const std::vector<std::int64_t>& counts) {
  std::vector<Nanos> samples;
  for (const std::int64_t count : counts) samples.emplace_back(count);
  std::sort(samples.begin(), samples.end());
  return samples;
}

struct PairLine {
  std::int64_t smaller, larger, mean, stddev;
};

// The two samples per query of the published lsqb pair, q1 to q9.
constexpr std::array<PairLine, 9> kZu{{{154541, 264500, 209520, 54979},
                                       {2277959, 2507708, 2392833, 114874},
                                       {101166, 136375, 118770, 17604},
                                       {36107875, 36616917, 36362396, 254521},
                                       {46415917, 47595167, 47005542, 589625},
                                       {421615042, 524025208, 472820125, 51205083},
                                       {45486089500, 58853392459, 52169740979, 6683651479},
                                       {4307458, 5000334, 4653896, 346438},
                                       {2813833, 3592083, 3202958, 389125}}};
constexpr std::array<PairLine, 9> kLadybug{{{2043292, 2299375, 2171333, 128041},
                                            {7979959, 8396667, 8188313, 208354},
                                            {2098209, 2212792, 2155500, 57291},
                                            {122993375, 129503416, 126248395, 3255020},
                                            {476115833, 519750875, 497933354, 21817521},
                                            {2651566750, 2937454125, 2794510437, 142943687},
                                            {12439126375, 16627105500, 14533115937, 2093989562},
                                            {14103166, 15174375, 14638770, 535604},
                                            {151948500, 182957625, 167453062, 15504562}}};

gb::Summary pooled(const std::array<PairLine, 9>& lines) {
  std::vector<std::int64_t> all;
  for (const PairLine& line : lines) {
    all.push_back(line.smaller);
    all.push_back(line.larger);
  }
  return gb::summarise(ascending(all));
}

}  // namespace

TEST_CASE("the worked example: four samples of 100, 200, 400 and 700 ns") {
  const gb::Summary summary = gb::summarise(ascending({700, 100, 400, 200}));
  CHECK(summary.count == 4);
  CHECK(summary.min == Nanos(100));
  CHECK(summary.p50 == Nanos(200));
  CHECK(summary.p90 == Nanos(700));
  CHECK(summary.p95 == Nanos(700));
  CHECK(summary.p99 == Nanos(700));
  CHECK(summary.max == Nanos(700));
  CHECK(summary.mean == Nanos(350));
  CHECK(summary.stddev == Nanos(229));
}

TEST_CASE("every query of the published pair is reproduced from its two samples") {
  for (const auto& lines : {kZu, kLadybug}) {
    for (const PairLine& line : lines) {
      const gb::Summary summary = gb::summarise(ascending({line.larger, line.smaller}));
      CAPTURE(line.smaller);
      CHECK(summary.min == Nanos(line.smaller));
      CHECK(summary.p50 == Nanos(line.smaller));
      CHECK(summary.p90 == Nanos(line.larger));
      CHECK(summary.max == Nanos(line.larger));
      CHECK(summary.mean == Nanos(line.mean));
      CHECK(summary.stddev == Nanos(line.stddev));
    }
  }
}

TEST_CASE("the class rows of the published pair are reproduced from 18 pooled samples each") {
  const gb::Summary zu = pooled(kZu);
  CHECK(zu == gb::Summary{18, Nanos(101166), Nanos(4307458), Nanos(45486089500), Nanos(58853392459),
                          Nanos(58853392459), Nanos(58853392459), Nanos(5859611891),
                          Nanos(16524619203)});
  const gb::Summary ladybug = pooled(kLadybug);
  CHECK(ladybug == gb::Summary{18, Nanos(2043292), Nanos(122993375), Nanos(12439126375),
                               Nanos(16627105500), Nanos(16627105500), Nanos(16627105500),
                               Nanos(2016268344), Nanos(4559859465)});
}

TEST_CASE("no sample gives zeros, one sample no deviation") {
  CHECK(gb::summarise({}) == gb::Summary{});
  const gb::Summary one = gb::summarise(ascending({42}));
  CHECK(one.mean == Nanos(42));
  CHECK(one.stddev == Nanos(0));
}

TEST_CASE("the largest latencies neither overflow the mean nor the deviation") {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  const gb::Summary same = gb::summarise(std::vector<Nanos>(1000, Nanos(kMax)));
  CHECK(same.mean == Nanos(kMax));
  CHECK(same.stddev == Nanos(0));

  std::vector<Nanos> split(1000, Nanos(0));
  std::fill(split.begin() + 500, split.end(), Nanos(kMax));
  const gb::Summary wide = gb::summarise(split);
  CHECK(wide.mean == Nanos(kMax / 2));
  // 1000 squares of 2^62 need 134 bits: the floating-point way, good to 2^-60 of the value.
  CHECK(wide.stddev.count() >= kMax / 2 - 8);
  CHECK(wide.stddev.count() <= kMax / 2 + 8);
}

TEST_CASE("the deviation is about the truncated mean, rounded towards zero") {
  // 1 and 2: mean 1, squares 0 and 1, root of 0.5 is 0.
  CHECK(gb::summarise(ascending({1, 2})).stddev == Nanos(0));
  // 0 and 3: mean 1, squares 1 and 4, root of 2.5 is 1.58.
  CHECK(gb::summarise(ascending({0, 3})).stddev == Nanos(1));
  // 0, 0, 0, 8: mean 2, squares 4 * 3 + 36 = 48, root of 12 is 3.46.
  CHECK(gb::summarise(ascending({0, 0, 0, 8})).stddev == Nanos(3));
}
