#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "core/base/random.h"
#include "core/stats/series.h"

namespace gb::test {

/// Engines whose truth is known: every latency is level(t) * exp(0.05 * normal).
enum class Shape {
  Fixed,      // level 1 ms
  Bimodal,    // 1 ms, and 4 ms for one operation in five
  Drifting,   // 1 ms, growing by 10 % over the minute
  Throttled,  // 1 ms, and 3 ms during the last two of every ten seconds
};

class SyntheticEngine {
 public:
  SyntheticEngine(Shape shape, std::uint64_t seed)
      : shape_(shape), random_(derive(Seed{seed}, "synthetic")) {}

  /// 100 operations a second for a minute.
  std::vector<TimedSample> minute() {
    std::vector<TimedSample> samples;
    samples.reserve(6000);
    for (int i = 0; i < 6000; ++i) {
      const double second = i / 100.0;
      samples.push_back({Nanos(static_cast<std::int64_t>(i) * 10'000'000), latency(second), false});
    }
    return samples;
  }

  Nanos latency(double second) {
    double level = 1e6;
    if (shape_ == Shape::Bimodal && random_.below(5) == 0) level *= 4;
    if (shape_ == Shape::Drifting) level *= 1 + 0.1 * second / 60;
    if (shape_ == Shape::Throttled && std::fmod(second, 10) >= 8) level *= 3;
    return Nanos(std::llround(level * std::exp(0.05 * normal())));
  }

  /// How many of a very large number of operations of the whole minute would not exceed x ns.
  static double share_below(Shape shape, double x) {
    const auto part = [x](double level) {
      return 0.5 * std::erfc(-std::log(x / (level * 1e6)) / 0.05 / std::numbers::sqrt2);
    };
    if (shape == Shape::Bimodal) return 0.8 * part(1) + 0.2 * part(4);
    if (shape == Shape::Throttled) return 0.8 * part(1) + 0.2 * part(3);
    if (shape == Shape::Fixed) return part(1);
    double sum = 0;
    for (int i = 0; i < 6000; ++i) sum += part(1 + 0.1 * i / 6000);
    return sum / 6000;
  }

  /// The true percentile of the minute, by bisection.
  static double truth(Shape shape, double share) {
    double low = 1e5, high = 1e8;
    while (high - low > 1) {
      const double middle = (low + high) / 2;
      (share_below(shape, middle) < share ? low : high) = middle;
    }
    return high;
  }

 private:
  double normal() {
    const double u = 1 - random_.unit();
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * random_.unit());
  }

  Shape shape_;
  SplitMix64 random_;
};

}  // namespace gb::test
