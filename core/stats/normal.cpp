#include "core/stats/normal.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace gb {

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double normal_quantile(double p) {
  assert(p > 0 && p < 1);
  if (p > 0.5) return -normal_quantile(1 - p);
  const double t = std::sqrt(-2 * std::log(p));
  double z = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int step = 0; step < 4; ++step) {
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    if (density <= 0) break;
    z -= (normal_cdf(z) - p) / density;
  }
  return z;
}

}  // namespace gb
