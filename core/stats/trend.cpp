#include "core/stats/trend.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace gb {
namespace {

constexpr double kZ95 = 1.959963984540054;

double median_of_sorted(std::span<const double> ascending) {
  const std::size_t half = ascending.size() / 2;
  return ascending.size() % 2 == 1 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return median_of_sorted(values);
}

/// How many pairs rise less how many fall.
std::int64_t kendall_s(std::span<const double> values) {
  std::int64_t s = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      if (values[j] > values[i]) ++s;
      if (values[j] < values[i]) --s;
    }
  }
  return s;
}

/// Variance of S among all orders of these values; equal values take their part out.
double variance_of_s(std::span<const double> values, bool& ties) {
  std::vector<double> ascending(values.begin(), values.end());
  std::sort(ascending.begin(), ascending.end());
  const auto part = [](double n) { return n * (n - 1) * (2 * n + 5); };
  double variance = part(static_cast<double>(values.size()));
  for (std::size_t i = 0; i < ascending.size();) {
    std::size_t end = i;
    while (end < ascending.size() && ascending[end] == ascending[i]) ++end;
    ties = ties || end - i > 1;
    variance -= part(static_cast<double>(end - i));
    i = end;
  }
  return variance / 18;
}

/// Average ranks, from 1.
std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    const double rank = static_cast<double>(i + 1 + end) / 2;
    for (; i < end; ++i) ranks[order[i]] = rank;
  }
  return ranks;
}

/// By what factor autocorrelation of the series without its trend widens the variance of S; at
/// least 1. Lags whose correlation a series without any would show in 95 of 100 cases do not count.
double widening(std::span<const double> values, double slope) {
  const auto n = static_cast<double>(values.size());
  if (values.size() < 10) return 1;
  std::vector<double> level(values.begin(), values.end());
  for (std::size_t i = 0; i < level.size(); ++i) level[i] -= slope * static_cast<double>(i);
  std::vector<double> ranks = ranks_of(level);
  const double mean = (n + 1) / 2;
  for (double& rank : ranks) rank -= mean;
  const double power = std::inner_product(ranks.begin(), ranks.end(), ranks.begin(), 0.0);
  if (power <= 0) return 1;
  double sum = 0;
  for (std::size_t lag = 1; lag < ranks.size() / 2; ++lag) {
    double product = 0;
    for (std::size_t i = lag; i < ranks.size(); ++i) product += ranks[i] * ranks[i - lag];
    const double correlation = product / power;
    if (std::abs(correlation) <= kZ95 / std::sqrt(n)) continue;
    const double left = n - static_cast<double>(lag);
    sum += left * (left - 1) * (left - 2) * correlation;
  }
  return std::max(1.0, 1 + 2 / (n * (n - 1) * (n - 2)) * sum);
}

/// Chance of |S| or more among all orders of n different values.
double exact_p_value(std::size_t n, std::int64_t s) {
  // ways[k]: orders with k falling pairs; adding a value puts 0 to m - 1 more.
  std::vector<double> ways{1};
  for (std::size_t m = 2; m <= n; ++m) {
    std::vector<double> next(ways.size() + m - 1);
    for (std::size_t k = 0; k < ways.size(); ++k) {
      for (std::size_t more = 0; more < m; ++more)
        next[k + more] += ways[k] / static_cast<double>(m);
    }
    ways = std::move(next);
  }
  const auto pairs = static_cast<std::int64_t>(n * (n - 1) / 2);
  double p = 0;
  for (std::size_t falling = 0; falling < ways.size(); ++falling) {
    const std::int64_t its_s = pairs - 2 * static_cast<std::int64_t>(falling);
    if (std::abs(its_s) >= std::abs(s)) p += ways[falling];
  }
  return std::min(1.0, p);
}

double normal_p_value(double s, double variance) {
  if (variance <= 0 || s == 0) return 1;
  return std::erfc((std::abs(s) - 1) / std::sqrt(2 * variance));
}

}  // namespace

Trend trend_of(std::span<const double> values) {
  Trend trend;
  trend.points = values.size();
  if (values.empty()) return trend;
  trend.start = values.front();
  if (values.size() < 2) return trend;

  std::vector<double> slopes;
  slopes.reserve(values.size() * (values.size() - 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      slopes.push_back((values[j] - values[i]) / static_cast<double>(j - i));
    }
  }
  std::sort(slopes.begin(), slopes.end());
  trend.slope = median_of_sorted(slopes);
  const double middle = static_cast<double>(values.size() - 1) / 2;
  trend.start = median({values.begin(), values.end()}) - trend.slope * middle;

  bool ties = false;
  const std::int64_t s = kendall_s(values);
  const double wider = widening(values, trend.slope);
  const double variance = variance_of_s(values, ties) * wider;
  if (values.size() >= 4) {
    trend.p_value = values.size() <= 10 && !ties && wider == 1
                        ? exact_p_value(values.size(), s)
                        : normal_p_value(static_cast<double>(s), variance);
  }
  const double reach = kZ95 * std::sqrt(std::max(variance, 0.0));
  const auto pairs = static_cast<double>(slopes.size());
  const auto slope_at = [&](double position) {
    const double last = pairs - 1;
    return slopes[static_cast<std::size_t>(std::clamp(position, 0.0, last))];
  };
  trend.slope_low = slope_at(std::floor((pairs - reach) / 2) - 1);
  trend.slope_high = slope_at(std::ceil((pairs + reach) / 2));
  return trend;
}

}  // namespace gb
