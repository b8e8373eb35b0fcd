#include <doctest/doctest.h>

#include "core/stats/distribution.h"
#include "tests/core/stats/synthetic_engine.h"

TEST_CASE("a 95 % interval holds the truth in at least 90 of 100 seeds, whatever the engine does") {
  using gb::test::Shape;
  using gb::test::SyntheticEngine;
  for (const Shape shape : {Shape::Fixed, Shape::Bimodal, Shape::Drifting, Shape::Throttled}) {
    for (const gb::Rank rank : {gb::kP50, gb::kP90, gb::kP95, gb::kP99}) {
      const double share =
          static_cast<double>(rank.numerator) / static_cast<double>(rank.denominator);
      const double truth = SyntheticEngine::truth(shape, share);
      int held = 0;
      for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        std::vector<gb::Nanos> latencies;
        for (const gb::TimedSample& sample : SyntheticEngine(shape, seed).minute()) {
          latencies.push_back(sample.latency);
        }
        const gb::Interval interval = gb::Distribution(std::move(latencies)).interval(rank);
        REQUIRE(interval.low);
        REQUIRE(interval.high);
        held += static_cast<double>(interval.low->count()) <= truth &&
                        truth <= static_cast<double>(interval.high->count()) + 1
                    ? 1
                    : 0;
      }
      CAPTURE(static_cast<int>(shape));
      CAPTURE(share);
      CHECK(held >= 90);
    }
  }
}
