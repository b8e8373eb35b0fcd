#include "tests/truth/worlds.h"

#include <cmath>
#include <numbers>

namespace gb::truth {

double Noise::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2 * std::log(1 - random_.unit()));
  const double angle = 2 * std::numbers::pi * random_.unit();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

Rounds make_rounds(const World& world, std::size_t n, Noise& noise) {
  constexpr double kOutlier = 0.30, kMode = 0.28;
  const std::size_t slots = 2 * n;
  std::vector<double> machine(slots);  // what the machine adds to whoever runs in a slot
  double neighbour = world.ar_sd * noise.normal();
  for (std::size_t slot = 0; slot < slots; ++slot) {
    double value = world.sigma * noise.normal();
    value += std::log1p(world.drift) * static_cast<double>(slot) / static_cast<double>(slots);
    if (world.ar_sd > 0) {
      value += neighbour;
      const double fresh = world.ar_sd * std::sqrt(1 - world.ar_rho * world.ar_rho);
      neighbour = world.ar_rho * neighbour + fresh * noise.normal();
    }
    if (world.outliers > 0 && noise.unit() < world.outliers) value += std::log1p(kOutlier);
    if (world.bimodal > 0 && noise.unit() < world.bimodal) value += std::log1p(kMode);
    if (slot % 2 == 1) value += std::log1p(world.second_place);
    machine[slot] = value;
  }
  Rounds rounds;
  for (std::size_t i = 0; i < n; ++i) {
    const bool after_first = !world.blocked && i % 2 == 1;  // ABBA
    std::size_t a = 2 * i + (after_first ? 1 : 0), b = 2 * i + (after_first ? 0 : 1);
    if (world.blocked) {
      a = i;
      b = n + i;
    }
    double layout = 0;
    if (world.layout > 0) layout = world.layout * (noise.normal() - noise.normal());
    rounds.before.push_back(machine[a]);
    rounds.after.push_back(machine[b] + std::log1p(world.change) + layout);
    rounds.after_first.push_back(after_first);
  }
  return rounds;
}

std::vector<double> differences(const Rounds& rounds) {
  std::vector<double> result;
  for (std::size_t i = 0; i < rounds.before.size(); ++i) {
    result.push_back(rounds.after[i] - rounds.before[i]);
  }
  return result;
}

double one_run(const SeriesWorld& world, Noise& noise, double session) {
  double value = session + world.sigma * noise.normal();
  if (world.outliers > 0 && noise.unit() < world.outliers) value += std::log1p(0.30);
  return value;
}

}  // namespace gb::truth
