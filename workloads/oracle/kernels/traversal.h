#pragma once

#include <cstdint>
#include <vector>

#include "workloads/oracle/graph_model.h"
#include "workloads/oracle/kernels/edge_weights.h"
#include "workloads/oracle/kernels/team.h"

namespace gb {

/// Of a node no path leads to, in what the functions below return.
inline constexpr std::int32_t kUnreached = -1;

/// Hops of a shortest directed path from the source to each node, by index; kUnreached without one.
/// From the frontier outwards while it is small, and from the unreached nodes back to it while it
/// is large (Beamer, Asanovic, Patterson 2012).
std::vector<std::int32_t> bfs_levels(const GraphModel& graph, GraphModel::Index source, Team& team);

/// Weight of a cheapest directed path from the source to each node; kUnreached without one. Of
/// parallel edges the cheapest counts. By delta-stepping (Meyer, Sanders 2003): nodes in buckets of
/// distance, a bucket at a time.
std::vector<std::int64_t> shortest_distances(const GraphModel& graph, const EdgeWeights& weights,
                                             GraphModel::Index source, Team& team);

/// Edges that leave the nodes a path leads to from the source, itself included: what TEPS counts.
std::int64_t edges_reached(const GraphModel& graph, GraphModel::Index source, Team& team);

}  // namespace gb
