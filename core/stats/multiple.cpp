#include "core/stats/multiple.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/stats/normal.h"

namespace gb {

std::vector<HolmStep> holm(std::span<const double> p_values, double alpha) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<HolmStep> steps(p_values.size());
  double largest = 0, level = 0;
  bool going = true;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double p = p_values[order[i]];
    const auto left = static_cast<double>(order.size() - i);
    largest = std::max(largest, std::min(1.0, p * left));
    // Once one stays, all after it stay, and at its level.
    if (going) level = alpha / left;
    going = going && p <= level;
    steps[order[i]] = {largest, level, going};
  }
  return steps;
}

std::vector<bool> e_bh(std::span<const double> e_values, double alpha) {
  std::vector<double> descending(e_values.begin(), e_values.end());
  std::sort(descending.begin(), descending.end(), std::greater<>());
  const auto n = static_cast<double>(descending.size());
  double threshold = INFINITY;
  for (std::size_t k = 1; k <= descending.size(); ++k) {
    const double needed = n / (static_cast<double>(k) * alpha);
    if (descending[k - 1] >= needed) threshold = needed;
  }
  std::vector<bool> rejected;
  for (const double e : e_values) rejected.push_back(e >= threshold);
  return rejected;
}

std::vector<double> spending_levels(std::span<const std::size_t> looks, double alpha) {
  std::vector<double> levels;
  if (looks.empty()) return levels;
  const double z = -normal_quantile(alpha / 2);
  double spent = 0;
  for (const std::size_t look : looks) {
    const double share = static_cast<double>(look) / static_cast<double>(looks.back());
    const double by_now = look == looks.back() ? alpha : 2 * normal_cdf(-z / std::sqrt(share));
    levels.push_back(by_now - spent);
    spent = by_now;
  }
  return levels;
}

}  // namespace gb
