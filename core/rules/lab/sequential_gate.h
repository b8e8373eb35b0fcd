#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/rules/lab/paired.h"
#include "core/stats/sign_e_process.h"

namespace gb {

struct SequentialRules {
  double alpha = 0.05;      // expected share of false accusations, by e-BH
  double tau = 0.05;        // the regression the gate is for, as a share
  std::size_t budget = 40;  // pairs; then what is open stays undecided
};

/// A row of a sequential gate. Cleared: a regression of tau is excluded.
enum class SequentialDecision { Open, Regressed, Cleared, Undecided };

std::string_view name_of(SequentialDecision decision);  // "open", "regressed", ...

struct SequentialRow {
  SequentialDecision decision = SequentialDecision::Open;
  std::size_t pairs = 0;
  double factor = 1;      // exp of the Hodges-Lehmann estimate
  double slower = 1;      // e-value against "not slower"
  double within_tau = 1;  // e-value against "slower by tau or more"
};

/// A gate that looks after every pair of runs and may stop at any: each row holds two sign
/// e-processes, one for "slower than the baseline" and one for "slower by less than tau". A row is
/// regressed when e-BH over all rows rejects the first and the estimate is at least tau; cleared
/// when the second reaches 1/alpha. A decision stays. Pure: whoever runs the pairs feeds it.
class SequentialGate {
 public:
  SequentialGate(std::size_t rows, SequentialRules rules);

  /// One pair of runs: log(candidate / baseline) of each row, in the rows' order; NaN where a side
  /// has no figure.
  void add_pair(std::span<const double> differences);

  /// Nothing is open any more, or the budget is used up.
  bool finished() const;
  std::size_t pairs() const { return pairs_; }
  const std::vector<SequentialRow>& rows() const { return rows_; }

 private:
  void decide();

  SequentialRules rules_;
  std::size_t pairs_ = 0;
  std::vector<SequentialRow> rows_;
  std::vector<std::vector<double>> differences_;
  std::vector<SignEProcess> slower_, within_;
};

/// Which side goes first in each of `pairs` pairs: tossed within blocks of four, two each way, so
/// that a place in the order favours no side and cannot be guessed. True: the candidate first.
std::vector<bool> toss_order(std::size_t pairs, Seed seed);

/// How much one build differs from itself: 1.4826 MAD of the differences between neighbouring runs
/// of the same place in their pairs. figures: of one side, logarithms, in order of time; first:
/// whether that run went first.
double same_place_noise(std::span<const double> figures, const std::vector<bool>& first);

}  // namespace gb
