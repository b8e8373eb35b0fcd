#include "agent/runner/mix_schedule.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gb {
namespace {

/// Hands out what flooring left over. fractions: of each query's exact share.
void hand_out(std::vector<std::uint32_t>& slots, const std::vector<double>& fractions,
              std::uint32_t left_over) {
  std::vector<std::size_t> order(slots.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // A share that is whole on paper may miss it by rounding: such differences are ties.
  constexpr double kSame = 1e-9;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return fractions[a] > fractions[b] + kSame;
  });
  for (std::size_t i = 0; i < left_over && i < order.size(); ++i) ++slots[order[i]];
}

}  // namespace

MixSchedule schedule_mix(const std::map<std::string, double>& weights, std::uint32_t total,
                         Seed seed) {
  MixSchedule schedule;
  double sum = 0;
  for (const auto& [id, weight] : weights) {
    if (weight <= 0) continue;
    schedule.queries.push_back(id);
    schedule.shares.push_back(weight);
    sum += weight;
  }
  std::vector<double> fractions;
  std::uint32_t given = 0;
  for (double& share : schedule.shares) {
    share /= sum;
    // 7.0 may come out as 6.9999999999999991, which is still seven slots.
    const double exact = share * total;
    const double whole = std::floor(exact + 1e-9);
    schedule.slots.push_back(static_cast<std::uint32_t>(whole));
    fractions.push_back(exact - whole);
    given += schedule.slots.back();
  }
  hand_out(schedule.slots, fractions, total - given);

  for (std::uint32_t query = 0; query < schedule.slots.size(); ++query) {
    schedule.turns.insert(schedule.turns.end(), schedule.slots[query], query);
  }
  SplitMix64 random(seed);
  for (std::size_t i = schedule.turns.size(); i > 1; --i) {
    std::swap(schedule.turns[i - 1], schedule.turns[random.below(i)]);
  }
  return schedule;
}

}  // namespace gb
