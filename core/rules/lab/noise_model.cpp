#include "core/rules/lab/noise_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/rules/lab/paired.h"
#include "core/stats/normal.h"
#include "core/stats/robust.h"

namespace gb {
namespace {

constexpr double kPower = 0.8416;          // the normal quantile of 80 %
constexpr double kRankCost = 1.05;         // of the signed rank against a t test on normal data
constexpr double kFloorQuantile = 1.6449;  // 90 % of the absolute value of a normal

}  // namespace

NoiseModel noise_model(std::span<const std::vector<RunFigure>> sessions) {
  NoiseModel model;
  model.components = variance_components(sessions);
  std::vector<double> all, about_session;
  for (const auto& session : sessions) {
    std::vector<double> values;
    for (const RunFigure& one : session) values.push_back(one.value);
    const double middle = median_of(values);
    for (const double value : values) {
      all.push_back(value);
      about_session.push_back(value - middle);
    }
  }
  if (all.empty()) return model;
  model.robust_cv = mad_scale(all);
  model.within_session_cv = mad_scale(about_session);
  // Distances from a median of few are too short; this much on average for normal data.
  const auto runs = static_cast<double>(all.size());
  const auto groups = static_cast<double>(model.components.sessions);
  if (runs > groups) model.within_session_cv *= std::sqrt(runs / (runs - groups));
  const auto [least, largest] = std::minmax_element(all.begin(), all.end());
  model.max_over_min = std::exp(*largest - *least);
  model.autocorrelation = lag_one_autocorrelation(all);
  // Whichever is larger: moments see what sessions add, the robust figure forgets outliers.
  const double single = std::max(model.robust_cv, model.components.any_run());
  model.expected_floor = std::exp(kFloorQuantile * std::numbers::sqrt2 * single);
  model.enough = model.components.runs >= kNoiseRuns && model.components.sessions >= kNoiseSessions;
  return model;
}

double minimum_detectable(double cv, std::size_t rounds, std::size_t rows, double alpha) {
  const auto family = static_cast<double>(std::max<std::size_t>(rows, 1));
  if (rounds < minimum_rounds(rows, alpha)) return INFINITY;
  const double z = -normal_quantile(alpha / (2 * family));
  return std::expm1((z + kPower) * std::numbers::sqrt2 * cv /
                    std::sqrt(static_cast<double>(rounds)) * kRankCost);
}

std::size_t rounds_to_detect(double cv, double tau, std::size_t rows, double alpha) {
  for (std::size_t rounds = minimum_rounds(rows, alpha); rounds <= kMostRounds; ++rounds) {
    if (minimum_detectable(cv, rounds, rows, alpha) <= tau) return rounds;
  }
  return 0;
}

}  // namespace gb
