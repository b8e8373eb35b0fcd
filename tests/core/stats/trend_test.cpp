#include "core/stats/trend.h"

#include <doctest/doctest.h>

#include <vector>

TEST_CASE("Mann-Kendall is exact for few points, as one can count on paper") {
  // Of the 24 orders of four values one rises throughout and one falls: 2/24.
  CHECK(gb::trend_of(std::vector<double>{1, 2, 3, 4}).p_value == doctest::Approx(2.0 / 24));
  CHECK(gb::trend_of(std::vector<double>{4, 3, 2, 1}).p_value == doctest::Approx(2.0 / 24));
  // One exchanged pair leaves S = 4; three orders each way have that, and one each way S = 6.
  CHECK(gb::trend_of(std::vector<double>{2, 1, 3, 4}).p_value == doctest::Approx(8.0 / 24));
  CHECK(gb::trend_of(std::vector<double>{1, 2, 3, 4, 5, 6}).p_value == doctest::Approx(2.0 / 720));
  CHECK(gb::trend_of(std::vector<double>{1, 2, 3}).p_value == 1);
}

TEST_CASE("Theil-Sen's slope is the median of all pairs' and shrugs off a wild point") {
  const gb::Trend line = gb::trend_of(std::vector<double>{10, 12, 14, 16, 18, 20, 22, 24});
  CHECK(line.slope == 2);
  CHECK(line.start == doctest::Approx(10));
  CHECK(line.slope_low == 2);
  CHECK(line.slope_high == 2);
  const gb::Trend wild = gb::trend_of(std::vector<double>{10, 12, 14, 9000, 18, 20, 22, 24});
  CHECK(wild.slope == doctest::Approx(2));
  CHECK(wild.slope_low <= 2);
  CHECK(wild.slope_high >= 2);
  // Slopes 1, 1, 1, 0, -0.5, -2: worked by hand.
  CHECK(gb::trend_of(std::vector<double>{1, 2, 3, 1}).slope == doctest::Approx(0.5));
}

TEST_CASE("equal values are ties, not evidence") {
  const gb::Trend flat = gb::trend_of(std::vector<double>(40, 7.0));
  CHECK(flat.p_value == 1);
  CHECK(flat.slope == 0);
  // Six pairs, rising: S = 60, var S = (12 * 11 * 29 - 6 * 2 * 1 * 9) / 18 = 206.67, z = 4.10.
  std::vector<double> pairs;
  for (int i = 0; i < 12; ++i) pairs.push_back(i / 2);
  const gb::Trend rising = gb::trend_of(pairs);
  CHECK(rising.p_value == doctest::Approx(4.07e-5).epsilon(0.02));
}

TEST_CASE("no points and one point have no trend") {
  CHECK(gb::trend_of({}).points == 0);
  const gb::Trend one = gb::trend_of(std::vector<double>{5});
  CHECK(one.p_value == 1);
  CHECK(one.start == 5);
  CHECK(one.slope == 0);
}

TEST_CASE("a slow wave is not taken for a trend once its own memory is allowed for") {
  // Three periods: consecutive points resemble each other, which plain Mann-Kendall takes as news.
  std::vector<double> wave;
  for (int i = 0; i < 60; ++i) wave.push_back(100 + (i % 20 < 10 ? i % 20 : 20 - i % 20));
  CHECK(gb::trend_of(wave).p_value > 0.05);
}
