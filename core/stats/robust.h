#pragma once

#include <span>
#include <vector>

namespace gb {

// Estimates that a few wild values do not move. Values in any order; logarithms of latencies, as a
// rule, so that a difference is a ratio.

/// The middle value, the mean of the two middle ones of an even number; 0 when empty.
double median_of(std::vector<double> values);

/// 1.4826 times the median distance from the median: the standard deviation of normal data, and
/// unmoved by up to half of the values. 0 below two values.
double mad_scale(std::span<const double> values);

/// Correlation of each value with the one before it, in -1 to 1; 0 below three values and for
/// constant ones. Far from 0: the repeats are no independent repeats.
double lag_one_autocorrelation(std::span<const double> values);

}  // namespace gb
