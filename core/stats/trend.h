#pragma once

#include <cstddef>
#include <span>

namespace gb {

/// Whether a series rises or falls, and by how much a point.
struct Trend {
  std::size_t points = 0;
  /// Chance that a series without trend looks like this or more so, in either direction
  /// (Mann-Kendall, two-sided); 1 below four points.
  double p_value = 1;
  /// Per step from one point to the next: the median of the slopes of all pairs (Theil-Sen), and
  /// its 95 % interval (Sen 1968, by ranks of the pairs' slopes).
  double slope = 0, slope_low = 0, slope_high = 0;
  /// Value at the first point on the line of that slope through the medians.
  double start = 0;
};

/// Mann-Kendall with the correction for ties and, because figures of consecutive windows resemble
/// each other, the larger variance that the series' own significant autocorrelation asks for (Hamed
/// and Rao 1998); a smaller one is not taken. Exact below eleven points without ties, else normal
/// with a correction for continuity. Equidistant points; time n^2 log n.
Trend trend_of(std::span<const double> values);

}  // namespace gb
