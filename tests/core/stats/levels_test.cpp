#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "core/stats/change_point.h"
#include "core/stats/robust.h"
#include "core/stats/variance_components.h"

TEST_CASE("median and MAD do not move for one wild value") {
  CHECK(gb::median_of({3, 1, 2}) == 2);
  CHECK(gb::median_of({4, 1, 3, 2}) == 2.5);
  CHECK(gb::median_of({}) == 0);
  CHECK(gb::mad_scale(std::vector<double>{1, 2, 3, 4, 1000}) == doctest::Approx(1.4826));
  CHECK(gb::mad_scale(std::vector<double>{5}) == 0);
}

TEST_CASE("lag-one autocorrelation tells a trend from a zigzag") {
  CHECK(gb::lag_one_autocorrelation(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}) > 0.5);
  CHECK(gb::lag_one_autocorrelation(std::vector<double>{1, 2, 1, 2, 1, 2, 1, 2}) < -0.8);
  CHECK(gb::lag_one_autocorrelation(std::vector<double>{1, 1, 1}) == 0);
}

TEST_CASE("variance splits into its levels; sums of squares one can check on paper") {
  // Two sessions of two: means 1 and 5; inside 2 * 2 = 4 over 2 degrees, between 2 * (4 + 4) = 16.
  const std::vector<std::vector<gb::RunFigure>> sessions{{{0, 0}, {2, 0}}, {{4, 0}, {6, 0}}};
  const auto components = gb::variance_components(sessions);
  CHECK(components.run == doctest::Approx(std::sqrt(2.0)));
  CHECK(components.session == doctest::Approx(std::sqrt((16.0 - 2.0) / 2)));
  CHECK(components.sessions == 2);
  CHECK(components.runs == 4);
  const std::vector<std::vector<gb::RunFigure>> sampled{{{0, 0.5}, {2, 0.5}}};
  CHECK(gb::variance_components(sampled).within == doctest::Approx(std::sqrt(0.5)));
  CHECK(gb::variance_components(sampled).run == doctest::Approx(std::sqrt(1.5)));
  CHECK(gb::variance_components({}).any_run() == 0);
}

TEST_CASE("a step is found where it is, twice the same; a straight series has none") {
  std::vector<double> series;
  for (int i = 0; i < 60; ++i) series.push_back((i % 5) * 0.004 + (i >= 40 ? 0.05 : 0));
  const auto points = gb::change_points(series);
  REQUIRE(points.size() == 1);
  CHECK(points[0].at == 40);
  CHECK(points[0].after - points[0].before == doctest::Approx(0.05));
  const auto again = gb::change_points(series);
  CHECK(again[0].p == points[0].p);
  CHECK(gb::change_points(std::vector<double>(50, 1.0)).empty());
  CHECK(gb::change_points({}).empty());
}

TEST_CASE("two steps are told apart, and one too small to matter is left out") {
  std::vector<double> series;
  for (int i = 0; i < 90; ++i) {
    const double step = i < 30 ? 0.0 : (i < 60 ? 0.10 : 0.02);
    series.push_back((i * 7 % 5) * 0.002 + step);
  }
  const auto points = gb::change_points(series);
  REQUIRE(points.size() == 2);
  CHECK(points[0].at == 30);
  CHECK(points[1].at == 60);
  gb::ChangePointRules coarse;
  coarse.smallest = 0.5;
  CHECK(gb::change_points(series, coarse).empty());
}
