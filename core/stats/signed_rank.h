#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace gb {

/// P(W <= w) of Wilcoxon's signed-rank statistic of n untied differences symmetric about 0: exact
/// by convolution up to 300, beyond it by the normal approximation with continuity correction.
double signed_rank_cdf(std::size_t n, std::size_t w);

/// The fewest differences of which a two-sided exact test can reach the level `alpha`:
/// 2 / 2^n <= alpha. 6 at 5 %, 9 for nine rows at 5 % together, 11 for fifty.
std::size_t fewest_for_level(double alpha);

/// The centre of differences taken to be symmetric about it, with what follows from it.
struct ShiftInterval {
  double low = 0, high = 0;
};

/// The averages (a + b) / 2 of all pairs of differences, each with itself too, ascending. All of
/// the signed-rank methods are questions about them (Hollander, Wolfe and Chicken, Nonparametric
/// Statistical Methods, 3.1 to 3.3), so they are made once.
class WalshAverages {
 public:
  explicit WalshAverages(std::span<const double> differences);

  std::size_t rounds() const { return rounds_; }

  /// Hodges-Lehmann: their median. 0 without differences.
  double estimate() const;

  /// Exact interval of the centre with confidence of at least 1 - alpha; nothing when there are too
  /// few differences for any.
  std::optional<ShiftInterval> interval(double alpha) const;

  /// Two-sided p-value of "the centre is 0". Averages of exactly 0 count against rejection, so the
  /// interval at level alpha excludes 0 exactly when this is at most alpha. Ties, which whole
  /// nanoseconds bring about, make it conservative.
  double p_value() const;

 private:
  std::vector<double> ascending_;
  std::size_t rounds_ = 0;
};

}  // namespace gb
