#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/stats/variance_components.h"

namespace gb {

/// What one query's repeats say of a machine and an engine.
struct NoiseModel {
  VarianceComponents components;
  double robust_cv = 0;          // 1.4826 MAD of the logarithms over all runs
  double within_session_cv = 0;  // the same about each session's median: what a paired round sees
  double max_over_min = 1;       // as the reference prints it; grows with the number of runs
  double autocorrelation = 0;    // from run to run
  /// The factor that one run against another of the same code stays below in 90 % of cases. It does
  /// not grow with the number of runs it was estimated from.
  double expected_floor = 1;
  bool enough = false;  // at least kNoiseRuns runs in kNoiseSessions sessions
};

inline constexpr std::size_t kNoiseRuns = 10;
inline constexpr std::size_t kNoiseSessions = 2;

/// One vector per session, in order of time. Values: logarithms of latencies.
NoiseModel noise_model(std::span<const std::vector<RunFigure>> sessions);

/// The smallest regression, as a share, that `rounds` paired rounds find in 80 % of cases: 2.8
/// sqrt(2) cv / sqrt(rounds) * 1.05 for one row at 5 %, more for a larger family (the sum of the
/// normal quantiles, root two for a difference, 5 % for using ranks).
double minimum_detectable(double cv, std::size_t rounds, std::size_t rows = 1, double alpha = 0.05);

/// The fewest paired rounds that find a regression of `tau` in 80 % of cases; 0 when more than 1000
/// would be needed.
std::size_t rounds_to_detect(double cv, double tau, std::size_t rows = 1, double alpha = 0.05);

}  // namespace gb
