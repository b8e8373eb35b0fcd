#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <vector>

#include "core/base/random.h"
#include "workloads/oracle/graph_model.h"

namespace gb {

/// A graph as lists, to build a GraphModel from and to reason about by hand.
struct PlainGraph {
  std::vector<std::int64_t> ids;
  std::vector<GraphModel::Edge> edges;

  GraphModel model() const {
    const Result<GraphModel> graph = GraphModel::from_edges(ids, edges);
    REQUIRE_MESSAGE(graph, graph.error().message);
    return *graph;
  }
};

/// id = cols * row + column; edges right and down only.
inline PlainGraph grid(std::int64_t rows, std::int64_t cols) {
  PlainGraph graph;
  for (std::int64_t id = 0; id < rows * cols; ++id) {
    graph.ids.push_back(id);
    if (id % cols + 1 < cols) graph.edges.push_back({id, id + 1});
    if (id / cols + 1 < rows) graph.edges.push_back({id, id + cols});
  }
  return graph;
}

/// Up to 7 nodes with scattered ids, up to 14 edges, loops and parallel edges among them.
inline PlainGraph tiny_graph(Seed seed) {
  SplitMix64 random(seed);
  PlainGraph graph;
  std::set<std::int64_t> ids;
  const std::uint64_t nodes = 1 + random.below(7);
  while (ids.size() < nodes) ids.insert(static_cast<std::int64_t>(random.below(40)) - 8);
  graph.ids.assign(ids.begin(), ids.end());
  for (std::uint64_t i = random.below(15); i > 0; --i) {
    graph.edges.push_back({graph.ids[random.below(nodes)], graph.ids[random.below(nodes)]});
  }
  return graph;
}

/// `nodes` nodes; out-degrees fall off as a power law and every fifth node is a sink.
inline PlainGraph skewed_graph(std::int64_t nodes, Seed seed) {
  SplitMix64 random(seed);
  PlainGraph graph;
  for (std::int64_t id = 0; id < nodes; ++id) {
    graph.ids.push_back(id * 3);
    if (id % 5 == 0) continue;
    const double degree = 1.0 / (random.unit() + 1.0 / 40);
    std::set<std::int64_t> heads;
    for (int i = 0; i < static_cast<int>(degree); ++i) {
      heads.insert(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(nodes))) * 3);
    }
    heads.erase(id * 3);
    for (const std::int64_t head : heads) graph.edges.push_back({id * 3, head});
  }
  return graph;
}

}  // namespace gb
