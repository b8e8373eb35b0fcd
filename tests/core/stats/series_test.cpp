#include "core/stats/series.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/base/random.h"
#include "tests/core/stats/synthetic_engine.h"

namespace {

using namespace std::chrono_literals;
using gb::Nanos;
using gb::TimedSample;

}  // namespace

TEST_CASE("only whole windows count, and failed operations have no latency") {
  const std::vector<TimedSample> samples{{0s, 10ns, false}, {5s, 30ns, false}, {9s, 20ns, false},
                                         {12s, 5ns, true},  {20s, 1ns, false}, {29s, 7ns, false}};
  const auto windows = gb::windows_of(samples, 10s);
  REQUIRE(windows.size() == 2);
  CHECK(windows[0].count == 3);
  CHECK(windows[0].p50 == 20ns);
  CHECK(windows[0].max == 30ns);
  CHECK(windows[1].count == 0);
  CHECK(windows[1].errors == 1);
  CHECK(windows[1].p50 == 0ns);
  CHECK(gb::windows_of(samples, 10s, 30s).size() == 3);
  CHECK(gb::windows_of({}, 10s).empty());
}

TEST_CASE("fewer than eight windows with operations tell no drift") {
  std::vector<gb::SeriesWindow> windows(7, {10, 0, 100ns, 200ns, 300ns});
  CHECK(!gb::drift_of(windows));
  windows.push_back({});  // nothing completed
  CHECK(!gb::drift_of(windows));
  windows.push_back({10, 0, 100ns, 200ns, 300ns});
  CHECK(gb::drift_of(windows).value().growth == 0);
}

TEST_CASE("growth is the share by which the last window exceeds the first") {
  std::vector<gb::SeriesWindow> windows;
  for (int i = 0; i <= 10; ++i) windows.push_back({1, 0, Nanos(1000 + 20 * i), 0ns, 0ns});
  const gb::Drift drift = gb::drift_of(windows).value();
  CHECK(drift.growth == doctest::Approx(0.2));
  CHECK(drift.growth_low == doctest::Approx(0.2));
  CHECK(drift.found());
}

TEST_CASE("ten per cent of growth over a minute is found in every seed, and its size told") {
  // From the middle of the first second to that of the last.
  const double truth = 0.1 * 59 / 60;
  int found = 0, held = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    gb::test::SyntheticEngine engine(gb::test::Shape::Drifting, seed);
    const auto drift = gb::drift_of(gb::windows_of(engine.minute(), 1s, 60s)).value();
    found += drift.found() && drift.growth > 0 ? 1 : 0;
    held += drift.growth_low <= truth && truth <= drift.growth_high ? 1 : 0;
  }
  CHECK(found == 100);
  CHECK(held >= 90);
}

TEST_CASE("at the one per cent level flat runs drift in at most five of a hundred") {
  using gb::test::Shape;
  for (const Shape shape : {Shape::Fixed, Shape::Bimodal, Shape::Throttled}) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      gb::test::SyntheticEngine engine(shape, seed);
      const auto drift = gb::drift_of(gb::windows_of(engine.minute(), 1s, 60s));
      found += drift.value().found() ? 1 : 0;
    }
    CAPTURE(static_cast<int>(shape));
    CHECK(found <= 5);
  }
}
