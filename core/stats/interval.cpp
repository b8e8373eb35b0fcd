#include "core/stats/interval.h"

#include <algorithm>
#include <cmath>

namespace gb {
namespace {

constexpr double kTail = 0.025;

/// log(n!) without the global sign that lgamma() writes.
double log_factorial(double n) {
  int sign = 0;
  return ::lgamma_r(n + 1, &sign);
}

/// P(B = k) for B ~ Binomial(n, p), 0 < p < 1.
double mass(double n, double p, double k) {
  return std::exp(log_factorial(n) - log_factorial(k) - log_factorial(n - k) + k * std::log(p) +
                  (n - k) * std::log1p(-p));
}

/// The largest k with P(B < k) <= tail, B being how many of n samples lie below the p-quantile: the
/// k-th smallest is then a lower bound of the quantile, wrong with that probability, which `left`
/// receives. 0 when there is none.
std::uint64_t lower_position(std::uint64_t count, double p, double tail, double& left) {
  const auto n = static_cast<double>(count);
  // What lies 20 deviations below the mean is under e^-200: nothing beside the tail, yet no
  // double underflows there, so that the recurrence below can climb.
  const double start = std::max(0.0, std::floor(n * p - 20 * std::sqrt(n * p * (1 - p))));
  double below = 0;  // P(B < k)
  double term = mass(n, p, start);
  double k = start;
  while (k < n && below + term <= tail) {
    below += term;
    term *= (n - k) / (k + 1) * (p / (1 - p));
    k += 1;
  }
  left = below;
  return static_cast<std::uint64_t>(k);
}

}  // namespace

IntervalRanks interval_ranks(std::uint64_t n, Rank rank) {
  IntervalRanks ranks;
  if (n == 0 || rank.numerator >= rank.denominator) return ranks;
  const double p = static_cast<double>(rank.numerator) / static_cast<double>(rank.denominator);
  const double q = static_cast<double>(rank.denominator - rank.numerator) /
                   static_cast<double>(rank.denominator);

  // The upper bound of p is the lower bound of 1 - p counted from the other end.
  double above = 0;
  const std::uint64_t from_top = lower_position(n, q, kTail, above);
  double lower_tail = kTail;
  if (from_top > 0) {
    ranks.high = n + 1 - from_top;
  } else if (has_upper_bound(n, rank)) {
    ranks.high = n;
    above = std::pow(p, static_cast<double>(n));
    lower_tail = 2 * kTail - above;
  } else {
    above = 0;
  }
  double below = 0;
  const std::uint64_t from_bottom = lower_position(n, p, lower_tail, below);
  if (from_bottom > 0) {
    ranks.low = from_bottom;
  } else {
    below = 0;
  }
  if (ranks.low || ranks.high) ranks.coverage = 1 - above - below;
  return ranks;
}

Interval percentile_interval(std::span<const Nanos> ascending, Rank rank) {
  const IntervalRanks ranks = interval_ranks(ascending.size(), rank);
  Interval interval;
  if (ranks.low) interval.low = ascending[*ranks.low - 1];
  if (ranks.high) interval.high = ascending[*ranks.high - 1];
  return interval;
}

bool has_upper_bound(std::uint64_t n, Rank rank) {
  const double p = static_cast<double>(rank.numerator) / static_cast<double>(rank.denominator);
  return std::pow(p, static_cast<double>(n)) < 2 * kTail;
}

}  // namespace gb
