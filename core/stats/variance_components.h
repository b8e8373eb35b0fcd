#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gb {

/// One run's figure, a logarithm of a latency, and the sampling variance it has because the run
/// took finitely many samples (0 where unknown: it then counts as between runs).
struct RunFigure {
  double value = 0;
  double within_variance = 0;
};

/// Standard deviations of the three levels of repetition, as shares (0.03 = 3 %).
struct VarianceComponents {
  double within = 0;   // of one run's figure, from its samples
  double run = 0;      // from run to run of one session
  double session = 0;  // from session to session
  std::size_t runs = 0, sessions = 0;

  /// Of one run against another of the same session, and of any.
  double single_run() const;
  double any_run() const;
  /// How much of the variance of any run comes from its session, 0 to 1.
  double session_share() const;
};

/// Nested analysis of variance by moments (Kalibera and Jones 2013; Searle, Casella and McCulloch,
/// Variance Components, 3.6): mean squares within and between sessions of unequal size. A component
/// that comes out negative is 0. One vector per session.
VarianceComponents variance_components(std::span<const std::vector<RunFigure>> sessions);

}  // namespace gb
