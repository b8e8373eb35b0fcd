#include "core/stats/change_point.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/stats/robust.h"

namespace gb {
namespace {

struct Split {
  std::size_t at = 0;
  double statistic = -1;  // none possible
};

double choose_two(std::size_t n) { return static_cast<double>(n) * static_cast<double>(n - 1) / 2; }

/// The split that sets the two sides furthest apart: the energy distance between them, scaled by
/// their sizes. One value moves from right to left at a time, so all splits cost one pass over the
/// pairs.
Split best_split(std::span<const double> x, std::size_t shortest) {
  const std::size_t n = x.size();
  Split best;
  if (n < 2 * shortest || shortest < 2) return best;
  double left = 0, right = 0, across = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) right += std::abs(x[i] - x[j]);
  }
  for (std::size_t at = 1; at + shortest <= n; ++at) {
    const double moved = x[at - 1];
    double to_left = 0, to_right = 0;
    for (std::size_t i = 0; i + 1 < at; ++i) to_left += std::abs(moved - x[i]);
    for (std::size_t j = at; j < n; ++j) to_right += std::abs(moved - x[j]);
    left += to_left;
    right -= to_right;
    across += to_right - to_left;
    if (at < shortest) continue;
    const auto m = static_cast<double>(at), k = static_cast<double>(n - at);
    const double statistic =
        m * k / (m + k) *
        (2 * across / (m * k) - left / choose_two(at) - right / choose_two(n - at));
    if (statistic > best.statistic) best = {at, statistic};
  }
  return best;
}

void shuffle(std::vector<double>& values, SplitMix64& random) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[random.below(i)]);
  }
}

/// The p-value of a split by shuffling the stretch; 1 as soon as it cannot be significant any more.
double permutation_p(std::span<const double> stretch, const Split& split,
                     const ChangePointRules& rules, SplitMix64& random) {
  const auto most =
      static_cast<std::size_t>(rules.alpha * static_cast<double>(rules.permutations + 1) + 1e-9);
  std::vector<double> shuffled(stretch.begin(), stretch.end());
  std::size_t as_large = 1;  // the series itself
  for (std::size_t i = 0; i < rules.permutations; ++i) {
    shuffle(shuffled, random);
    if (best_split(shuffled, rules.shortest).statistic >= split.statistic) ++as_large;
    if (as_large > most) return 1;
  }
  return static_cast<double>(as_large) / static_cast<double>(rules.permutations + 1);
}

void find_in(std::span<const double> values, std::size_t begin, std::size_t end,
             const ChangePointRules& rules, SplitMix64& random, std::vector<ChangePoint>& found) {
  const auto stretch = values.subspan(begin, end - begin);
  const Split split = best_split(stretch, rules.shortest);
  if (split.statistic <= 0) return;
  const double p = permutation_p(stretch, split, rules, random);
  if (p > rules.alpha) return;
  const std::size_t at = begin + split.at;
  found.push_back({at, 0, 0, p});
  find_in(values, begin, at, rules, random, found);
  find_in(values, at, end, rules, random, found);
}

double level(std::span<const double> values, std::size_t begin, std::size_t end) {
  return median_of({values.begin() + static_cast<std::ptrdiff_t>(begin),
                    values.begin() + static_cast<std::ptrdiff_t>(end)});
}

/// Medians beside each point, from its neighbours.
void measure(std::span<const double> values, std::vector<ChangePoint>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : points[i - 1].at;
    const std::size_t end = i + 1 == points.size() ? values.size() : points[i + 1].at;
    points[i].before = level(values, begin, points[i].at);
    points[i].after = level(values, points[i].at, end);
  }
}

}  // namespace

std::vector<ChangePoint> change_points(std::span<const double> values,
                                       const ChangePointRules& rules) {
  std::vector<ChangePoint> points;
  SplitMix64 random(rules.seed);
  find_in(values, 0, values.size(), rules, random, points);
  std::sort(points.begin(), points.end(),
            [](const ChangePoint& a, const ChangePoint& b) { return a.at < b.at; });
  // The smallest goes first: without it its neighbours' stretches grow and are measured anew.
  for (;;) {
    measure(values, points);
    const auto height = [](const ChangePoint& one) { return std::abs(one.after - one.before); };
    const auto least =
        std::min_element(points.begin(), points.end(),
                         [&](const auto& a, const auto& b) { return height(a) < height(b); });
    if (least == points.end() || height(*least) >= rules.smallest) return points;
    points.erase(least);
  }
}

}  // namespace gb
