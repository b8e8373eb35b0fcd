#pragma once

#include "workloads/verify/pool_rule.h"

namespace gb {

/// The pools of the micro family, on the merged graph:
///
/// micro-point (id): low, middle, high: the ids in three equal bands, each drawn without repeats.
/// micro-point-miss (id): just-above the largest id, far-above it, negative. None is an id.
/// micro-edge (src, dst): hit: an edge; reversed-miss: an edge turned round, where none leads that
///   way; random-miss: two different nodes with no edge either way.
/// micro-khop (seed): sink: no out-edge; of the others by out-degree: hub, the upper twentieth (the
///   largest of all always among them and first); middle and low, the halves of the rest.
/// micro-sp (src, dst): near, middle, far: see distance_strata.
std::span<const PoolRule> micro_pool_rules();

}  // namespace gb
