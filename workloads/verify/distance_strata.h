#pragma once

#include <vector>

#include "workloads/verify/pool_rule.h"

namespace gb {

/// Pairs (src, dst) that a directed path joins: of all nodes a source reaches, by distance, the
/// nearest third, the middle and the farthest, one of each for every source drawn. Distance decides
/// what a shortest path costs, so each third is a stratum: near, middle, far. The farthest node of
/// the first source that has one is always among them.
std::vector<Stratum> distance_strata(const GraphModel& graph, SplitMix64 random);

}  // namespace gb
