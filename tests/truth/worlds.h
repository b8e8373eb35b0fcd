#pragma once

#include <cstddef>
#include <vector>

#include "core/base/random.h"

namespace gb::truth {

/// Random numbers of one experiment, from a fixed seed and the experiment's name.
class Noise {
 public:
  explicit Noise(std::string_view experiment) : random_(derive(Seed{20260901}, experiment)) {}

  double normal();                          // Box and Muller
  double unit() { return random_.unit(); }  // in [0, 1)
  std::size_t below(std::size_t n) { return random_.below(n); }

 private:
  SplitMix64 random_;
  double spare_ = 0;
  bool has_spare_ = false;
};

/// Run-level figures of two sides over rounds, as logarithms of a latency: what a run's p50 comes
/// to.
struct Rounds {
  std::vector<double> before, after;
  std::vector<bool> after_first;
};

/// How the runs of a session are made. Shares: 0.03 = 3 %.
struct World {
  double sigma = 0.03;           // from run to run
  double change = 0;             // of the side after, as a share
  double drift = 0;              // over the session, as a share
  double ar_rho = 0, ar_sd = 0;  // a noisy neighbour: AR(1) from run to run
  double outliers = 0;           // share of runs that take 30 % longer
  double bimodal = 0;            // share of runs in a mode 28 % slower
  double second_place = 0;       // the second run of a round takes longer by this share
  double layout = 0;             // of a build, drawn per rebuilt pair
  bool blocked = false;          // all of before, then all of after
};

/// `n` rounds in ABBA order (or blocked).
Rounds make_rounds(const World& world, std::size_t n, Noise& noise);

/// log(after / before) per round.
std::vector<double> differences(const Rounds& rounds);

/// A series of single runs on one machine over time, each in a session of its own.
struct SeriesWorld {
  double sigma = 0.03;
  double session_sd = 0;
  double outliers = 0;
};
double one_run(const SeriesWorld& world, Noise& noise, double session);

}  // namespace gb::truth
