#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gb {

/// The first stage of a gate: does a new figure stand out from its series?
struct Fence {
  std::size_t history = 0;  // runs it was drawn from, at most kFenceHistory
  double median = 0;        // of them, a logarithm
  double sigma = 0;         // 1.4826 MAD of them: one run's
  double width = 0;         // a new figure rings when it lies further above the median; a logarithm
  /// The smallest regression, as a share, that rings in 80 % of cases. A gate for less than that
  /// cannot be held here.
  double smallest_visible = 0;
};

inline constexpr std::size_t kFenceHistory = 20;  // the newest
inline constexpr std::size_t kFewestHistory = 8;  // below it a spread is anybody's guess
inline constexpr std::size_t kCandidateRuns = 3;  // whose median is taken, where there are so many

/// The spread of the median of `runs` normal figures, against one of them: 1, 0.71 for two, 0.67
/// for three.
double median_spread(std::size_t runs);

/// history: logarithms in order of time. tau: the regression the gate is for, as a share. The fence
/// is log(1 + tau) or three deviations of the figure judged, whichever is wider: never narrowed
/// to what was asked for, since it would then ring for nothing. candidate_runs: how many runs the
/// figure to be judged is the median of. Source: docs/verdicts.md (after rustc-perf's fence).
Fence draw_fence(std::span<const double> history, double tau, std::size_t candidate_runs);

/// Whether the figure, a logarithm, stands out as slower.
inline bool rings(const Fence& fence, double figure) { return figure - fence.median > fence.width; }

/// Whether the fence sees a regression of `tau`, as a share, in 80 % of cases.
inline bool holds(const Fence& fence, double tau) { return fence.smallest_visible <= tau; }

/// Rounds of the second stage for so many rows that rang: six for one, more for a larger family.
std::size_t second_stage_rounds(std::size_t rows, double alpha = 0.05);

}  // namespace gb
