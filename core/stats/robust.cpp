#include "core/stats/robust.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace gb {

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double mad_scale(std::span<const double> values) {
  if (values.size() < 2) return 0;
  constexpr double kNormal = 1.4826;  // 1 / the upper quartile of the standard normal distribution
  const double centre = median_of({values.begin(), values.end()});
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) distances.push_back(std::abs(value - centre));
  return kNormal * median_of(std::move(distances));
}

double lag_one_autocorrelation(std::span<const double> values) {
  if (values.size() < 3) return 0;
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double together = 0, alone = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    alone += (values[i] - mean) * (values[i] - mean);
    if (i > 0) together += (values[i] - mean) * (values[i - 1] - mean);
  }
  return alone <= 0 ? 0 : together / alone;
}

}  // namespace gb
