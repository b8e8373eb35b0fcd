#include "core/stats/signed_rank.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/stats/normal.h"

namespace gb {
namespace {

constexpr std::size_t kExactUpTo = 300;

std::size_t pairs_of(std::size_t n) { return n * (n + 1) / 2; }

/// P(W <= w) for every w. Rank i joins the sum or not, each with probability 1/2.
std::vector<double> exact_table(std::size_t n) {
  std::vector<double> mass(pairs_of(n) + 1, 0.0);
  mass[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    for (std::size_t w = pairs_of(rank) + 1; w-- > 0;) {
      mass[w] = (mass[w] + (w >= rank ? mass[w - rank] : 0.0)) / 2;
    }
  }
  for (std::size_t w = 1; w < mass.size(); ++w) mass[w] += mass[w - 1];
  return mass;
}

/// Of this thread: simulations ask for the same few sizes a million times.
const std::vector<double>& table_of(std::size_t n) {
  thread_local std::map<std::size_t, std::vector<double>> tables;
  const auto found = tables.find(n);
  if (found != tables.end()) return found->second;
  return tables.emplace(n, exact_table(n)).first->second;
}

}  // namespace

double signed_rank_cdf(std::size_t n, std::size_t w) {
  if (w >= pairs_of(n)) return 1;
  if (n <= kExactUpTo) return table_of(n)[w];
  const auto size = static_cast<double>(n);
  const double mean = size * (size + 1) / 4;
  const double deviation = std::sqrt(size * (size + 1) * (2 * size + 1) / 24);
  return normal_cdf((static_cast<double>(w) + 0.5 - mean) / deviation);
}

std::size_t fewest_for_level(double alpha) {
  std::size_t n = 1;
  for (double p = 1; p > alpha && n < 64; p /= 2) ++n;  // p = 2 / 2^n
  return n;
}

WalshAverages::WalshAverages(std::span<const double> differences) : rounds_(differences.size()) {
  ascending_.reserve(pairs_of(rounds_));
  for (std::size_t i = 0; i < rounds_; ++i) {
    for (std::size_t j = i; j < rounds_; ++j) {
      ascending_.push_back((differences[i] + differences[j]) / 2);
    }
  }
  std::sort(ascending_.begin(), ascending_.end());
}

double WalshAverages::estimate() const {
  if (ascending_.empty()) return 0;
  const std::size_t middle = ascending_.size() / 2;
  if (ascending_.size() % 2 == 1) return ascending_[middle];
  return (ascending_[middle - 1] + ascending_[middle]) / 2;
}

std::optional<ShiftInterval> WalshAverages::interval(double alpha) const {
  if (rounds_ == 0 || signed_rank_cdf(rounds_, 0) > alpha / 2) return std::nullopt;
  // The largest w whose tail still fits, by bisection: the distribution is increasing.
  std::size_t fits = 0, does_not = ascending_.size();
  while (does_not - fits > 1) {
    const std::size_t w = fits + (does_not - fits) / 2;
    (signed_rank_cdf(rounds_, w) <= alpha / 2 ? fits : does_not) = w;
  }
  if (2 * fits + 1 > ascending_.size()) return std::nullopt;
  return ShiftInterval{ascending_[fits], ascending_[ascending_.size() - 1 - fits]};
}

double WalshAverages::p_value() const {
  if (ascending_.empty()) return 1;
  const auto [first_zero, after_zero] = std::equal_range(ascending_.begin(), ascending_.end(), 0.0);
  const auto not_above = static_cast<std::size_t>(after_zero - ascending_.begin());
  const auto not_below = static_cast<std::size_t>(ascending_.end() - first_zero);
  return std::min(1.0, 2 * signed_rank_cdf(rounds_, std::min(not_above, not_below)));
}

}  // namespace gb
