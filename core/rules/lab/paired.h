#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// What a row of a paired comparison comes to.
enum class RowVerdict { Regressed, Improved, Equivalent, Undecided };

std::string_view name_of(RowVerdict verdict);  // "regressed", ...

struct PairedRules {
  double alpha = 0.05;  // of any false accusation or praise in the whole verdict
  double tau = 0.03;    // the smallest change that matters, as a share: 3 %
  /// Rounds asked for; 0 = those there are. Fewer are no result unless `looks` planned for them.
  std::size_t planned_rounds = 0;
  /// Rounds after which the answer may be looked at, ascending, the last = all of them. Without a
  /// plan nobody may stop early: looking after every round finds a change that is not there in 20 %
  /// of cases.
  std::vector<std::size_t> looks;
};

/// One query over all rounds. Estimate and interval as factors: 1.05 = 5 % slower than before.
struct PairedRow {
  RowVerdict verdict = RowVerdict::Undecided;
  std::size_t rounds = 0;
  double factor = 1;                          // exp of the Hodges-Lehmann estimate
  std::optional<double> low, high;            // at `level`; absent with too few rounds
  double level = 0;                           // Holm's level for this row
  double p = 1, adjusted_p = 1;               // two-sided signed-rank; Holm over the family
  std::optional<double> same_low, same_high;  // at alpha, for equivalence
  bool proven_tau = false;                    // the interval lies wholly beyond tau
  std::string why_undecided;
  /// Rounds after which this row would likely be decided (80 %); nothing when no number up to
  /// kMostRounds would do.
  std::optional<std::size_t> rounds_needed;
};

inline constexpr std::size_t kMostRounds = 1000;

/// Fewest rounds at which a family of `rows` can be decided at all: 6 for one, 9 for nine, 11 for
/// fifty. Below it a verdict is refused rather than given.
std::size_t minimum_rounds(std::size_t rows, double alpha);

/// One row per query. differences: log(after / before) of each round. Regressed iff Holm rejects
/// and the estimate is at least tau; Improved likewise; Equivalent iff the 1 - alpha interval lies
/// within tau (at the usual 1 - 2 alpha a change of 2 % passes as the same in a third of cases);
/// else Undecided, with what would decide it. Source: docs/verdicts.md.
std::vector<PairedRow> decide_pairs(std::span<const std::vector<double>> differences,
                                    const PairedRules& rules);

/// InvalidArgument, saying which value, for rules that make no sense.
Result<void> check(const PairedRules& rules);

}  // namespace gb
