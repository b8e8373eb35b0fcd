#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "workloads/oracle/graph_model.h"
#include "workloads/oracle/kernels/team.h"

namespace gb {

/// When PageRank ends: once no score moves by `tolerance` any more, or after `rounds`.
struct PageRankSettings {
  double damping = 0.85;
  double tolerance = 1e-12;
  int rounds = 100;
};

/// PageRank by synchronous rounds, from 1/n each; the score of nodes without out-edges is spread
/// evenly, so that scores sum to 1, and parallel edges count each (workloads §15.1). The same bits
/// for any number of threads: every sum is taken in an order the graph alone decides.
std::vector<double> pagerank(const GraphModel& graph, Team& team,
                             const PageRankSettings& settings = {});

/// Brandes' pair dependencies over the sources given, directed and unweighted: how often each node
/// stands inside a shortest path from a source, as a share of the shortest paths between the two
/// ends. Parallel edges are paths of their own; a source counts nothing for itself. The same bits
/// for any number of threads.
std::vector<double> betweenness(const GraphModel& graph, std::span<const GraphModel::Index> sources,
                                Team& team);

}  // namespace gb
