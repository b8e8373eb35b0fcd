#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "workloads/oracle/kernels/edge_weights.h"
#include "workloads/oracle/models.h"
#include "workloads/oracle/oracle.h"

namespace gb {

/// A weighted graph as lists, to build models from and to reason about by hand.
struct WeighedGraph {
  std::vector<std::int64_t> ids;
  std::vector<EdgeWeights::Edge> edges;

  GraphModel graph() const {
    std::vector<GraphModel::Edge> bare;
    for (const EdgeWeights::Edge& edge : edges) bare.push_back({edge.src, edge.dst});
    const Result<GraphModel> graph = GraphModel::from_edges(ids, bare);
    REQUIRE_MESSAGE(graph, graph.error().message);
    return *graph;
  }
  Models models() const {
    const GraphModel model = graph();
    const Result<EdgeWeights> weights = EdgeWeights::from_edges(model, edges);
    REQUIRE_MESSAGE(weights, weights.error().message);
    return Models(model, *weights);
  }
};

/// workloads §17.7: a parallel edge, a loop, a node by itself.
inline WeighedGraph k7() {
  return {{0, 1, 2, 3, 4, 5, 6},
          {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {2, 3, 9}, {2, 3, 3}, {3, 4, 1}, {5, 5, 2}}};
}

/// Up to 9 nodes with scattered ids in any order, up to 24 edges, loops and parallel edges among
/// them; weights from 0, so that ties are common.
inline WeighedGraph tiny_weighed_graph(Seed seed) {
  SplitMix64 random(seed);
  WeighedGraph graph;
  const std::uint64_t nodes = 1 + random.below(9);
  for (std::uint64_t i = 0; i < nodes; ++i) {
    graph.ids.push_back(static_cast<std::int64_t>(i * 7) - 20 +
                        static_cast<std::int64_t>(random.below(7)));
  }
  for (std::uint64_t i = nodes; i > 1; --i) std::swap(graph.ids[i - 1], graph.ids[random.below(i)]);
  for (std::uint64_t i = random.below(25); i > 0; --i) {
    graph.edges.push_back({graph.ids[random.below(nodes)], graph.ids[random.below(nodes)],
                           static_cast<std::int64_t>(random.below(6))});
  }
  return graph;
}

/// A question for the oracle of that kernel.
inline Query kernel_query(const std::string& kernel) {
  Query query;
  query.id = query.oracle = kernel;
  query.columns = kernel == "tc" ? std::vector<std::string>{"triangles"}
                                 : std::vector<std::string>{"id", "value"};
  if (kernel == "bfs" || kernel == "sssp") query.parameters = {"source"};
  if (kernel == "bc") query.parameters = {"sources"};
  return query;
}

inline Answer ask_kernel(const Models& models, const std::string& kernel,
                         const Params& params = {}) {
  const Result<Answer> answer = Oracle(models).answer(kernel_query(kernel), params);
  REQUIRE_MESSAGE(answer, answer.error().message);
  return *answer;
}

}  // namespace gb
