#pragma once

#include <vector>

#include "core/rules/reference/ab.h"
#include "core/rules/reference/gate.h"
#include "tests/truth/worlds.h"

namespace gb::truth {

/// The reference's rules asked about the same figures, through its own functions on documents.
class ReferenceSide {
 public:
  /// Documents of one run each with so many queries; made once, filled again and again.
  ReferenceSide(std::size_t runs, std::size_t queries);

  /// Whether its ab (best of N, by min, at 1.10) accuses any query. One Rounds per query.
  bool ab_accuses(const std::vector<Rounds>& rounds);

  /// What its gate says of one new figure against one stored one at 1.10.
  enum class Gate { Pass, Indeterminate, Fail };
  Gate gate(double now, double was, double noise_floor);

  /// Its noise floor over repeats of one query.
  static double noise_floor(const std::vector<double>& repeats);

 private:
  std::vector<ResultDocument> before_, after_;
};

}  // namespace gb::truth
