#include "core/stats/variance_components.h"

#include <algorithm>
#include <cmath>

namespace gb {

double VarianceComponents::single_run() const { return std::hypot(within, run); }

double VarianceComponents::any_run() const { return std::hypot(within, run, session); }

double VarianceComponents::session_share() const {
  const double all = any_run();
  return all <= 0 ? 0 : (session * session) / (all * all);
}

VarianceComponents variance_components(std::span<const std::vector<RunFigure>> sessions) {
  VarianceComponents components;
  double within = 0, total = 0, squares_of_sizes = 0;
  std::vector<double> means, sizes;
  for (const auto& session : sessions) {
    if (session.empty()) continue;
    double sum = 0;
    for (const RunFigure& one : session) {
      sum += one.value;
      within += one.within_variance;
    }
    const auto size = static_cast<double>(session.size());
    means.push_back(sum / size);
    sizes.push_back(size);
    total += sum;
    squares_of_sizes += size * size;
    components.runs += session.size();
  }
  components.sessions = means.size();
  if (components.runs < 2) return components;
  const auto runs = static_cast<double>(components.runs);
  within /= runs;

  double inside = 0, between = 0;
  std::size_t at = 0;
  for (const auto& session : sessions) {
    if (session.empty()) continue;
    for (const RunFigure& one : session) {
      inside += (one.value - means[at]) * (one.value - means[at]);
    }
    const double off = means[at] - total / runs;
    between += sizes[at] * off * off;
    ++at;
  }
  const auto groups = static_cast<double>(components.sessions);
  const double mean_inside = runs > groups ? inside / (runs - groups) : 0;
  components.within = std::sqrt(within);
  components.run = std::sqrt(std::max(0.0, mean_inside - within));
  if (components.sessions >= 2) {
    const double mean_between = between / (groups - 1);
    const double typical_size = (runs - squares_of_sizes / runs) / (groups - 1);
    components.session = std::sqrt(std::max(0.0, (mean_between - mean_inside) / typical_size));
  }
  return components;
}

}  // namespace gb
