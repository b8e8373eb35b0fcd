#pragma once

#include <optional>
#include <string_view>

#include "core/base/random.h"
#include "workloads/oracle/graph_model.h"
#include "workloads/verify/pool.h"

namespace gb {

/// How the bindings of one pool are drawn. Every stratum is a set of bindings that cost or answer
/// alike, empty when the graph has none of its kind:
///
/// micro-point (id): low, middle, high: the ids in three equal bands, each drawn without repeats.
/// micro-point-miss (id): just-above the largest id, far-above it, negative. None is an id.
/// micro-edge (src, dst): hit: an edge; reversed-miss: an edge turned round, where none leads that
///   way; random-miss: two different nodes with no edge either way.
/// micro-khop (seed): sink: no out-edge; of the others by out-degree: hub, the upper twentieth (the
///   largest of all always among them and first); middle and low, the halves of the rest.
struct PoolRule {
  std::string_view key;
  std::vector<std::string> parameters;
  /// At most kPoolSize bindings per stratum, in the order they are used.
  std::vector<std::vector<Draw>> (*strata)(const GraphModel& graph, SplitMix64 random);
};

/// Nothing for a key no rule is known for.
const PoolRule* find_pool_rule(std::string_view key);

/// Round robin over the strata until `size` draws are taken or all are used up.
std::vector<Draw> interleave(std::vector<std::vector<Draw>> strata, std::size_t size);

}  // namespace gb
