#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/random.h"

namespace gb {

struct ChangePointRules {
  std::size_t permutations = 199;
  double alpha = 0.05;
  std::size_t shortest = 3;   // values on either side of a change
  double smallest = 0.00995;  // of the difference of medians; log(1.01) = 1 % of a latency
  Seed seed{20260101};        // fixed: the same series, the same answer, for ever
};

struct ChangePoint {
  std::size_t at = 0;            // index of the first value of the new level
  double before = 0, after = 0;  // medians of the two neighbouring stretches
  double p = 1;                  // of the permutation test that found it
};

/// Where a series changed its level: E-divisive means (Matteson and James 2014), with a permutation
/// test of fixed seed (Daly et al. 2020 use it on performance histories; Fleming et al. 2023 on why
/// its answers must not depend on chance) and a filter on the magnitude. values: in order of time,
/// logarithms of latencies. Ascending; quadratic in the length per permutation.
std::vector<ChangePoint> change_points(std::span<const double> values,
                                       const ChangePointRules& rules = {});

}  // namespace gb
