#pragma once

#include "workloads/verify/pool_rule.h"

namespace gb {

/// The pools of whole-graph kernels, on the merged graph:
///
/// kernel-source (source): low, middle, hub: nodes worth starting from, by out-degree as in
///   micro-khop.
/// kernel-sources (sources): four: lists of four such nodes, all different.
///
/// Worth starting from is a node of the largest component that has an out-edge and reaches at least
/// half of all edges. Where hardly any does (a tree, a grid), the first two conditions must do.
std::span<const PoolRule> kernel_pool_rules();

}  // namespace gb
