#include "core/rules/lab/two_stage.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/rules/lab/paired.h"
#include "core/stats/robust.h"

namespace gb {

double median_spread(std::size_t runs) {
  if (runs <= 1) return 1;
  if (runs == 2) return 1 / std::numbers::sqrt2;
  // Three: the exact deviation of the middle of three normals; more: the asymptotic one.
  if (runs == 3) return 0.6698;
  return std::sqrt(std::numbers::pi / 2 / static_cast<double>(runs));
}

Fence draw_fence(std::span<const double> history, double tau, std::size_t candidate_runs) {
  constexpr double kDeviations = 3, kPower = 0.8416;
  if (history.size() > kFenceHistory) history = history.last(kFenceHistory);
  Fence fence;
  fence.history = history.size();
  fence.median = median_of({history.begin(), history.end()});
  fence.sigma = mad_scale(history);
  const double figure = fence.sigma * median_spread(candidate_runs);
  fence.width = std::max(std::log1p(tau), kDeviations * figure);
  const double about_median = fence.sigma * median_spread(std::max<std::size_t>(fence.history, 4));
  // A fence at tau itself misses half of the regressions of exactly tau: what may be told from it
  // starts where the noise does not matter.
  const double visible = kDeviations * figure + kPower * std::hypot(figure, about_median);
  fence.smallest_visible = std::expm1(visible);
  return fence;
}

std::size_t second_stage_rounds(std::size_t rows, double alpha) {
  return minimum_rounds(rows, alpha);
}

}  // namespace gb
