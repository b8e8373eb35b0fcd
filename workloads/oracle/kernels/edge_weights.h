#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/oracle/graph_model.h"

namespace gb {

/// What each edge of a graph weighs: the integer property `w`, 1 where a type has none (workloads
/// §6). Beside the out-adjacency: weight i of a node belongs to out(node)[i], and parallel edges
/// ascend by weight. Immutable.
class EdgeWeights {
 public:
  using Weight = std::uint32_t;
  using Index = GraphModel::Index;

  struct Edge {
    std::int64_t src = 0;
    std::int64_t dst = 0;
    std::int64_t weight = 1;
  };

  /// From the canonical CSV the graph was read from, on all cores. InvalidArgument, naming file and
  /// line, for a weight that is no integer from 0 to 2^32 - 1.
  static Result<EdgeWeights> read(const Dataset& dataset, const GraphModel& graph);
  /// From memory. edges: those the graph was made from, in any order; InvalidArgument when they are
  /// more or fewer, or for a weight as above.
  static Result<EdgeWeights> from_edges(const GraphModel& graph, std::span<const Edge> edges);
  static EdgeWeights ones(const GraphModel& graph);

  /// Of the edges that leave the node. graph: the one these were made for.
  std::span<const Weight> out(const GraphModel& graph, Index node) const {
    const auto heads = graph.out(node);
    return {weights_.data() + (heads.data() - graph.out(0).data()), heads.size()};
  }
  Weight largest() const { return largest_; }  // 0 without edges

 private:
  explicit EdgeWeights(std::vector<Weight> weights);

  std::vector<Weight> weights_;  // in the order of the out-adjacency
  Weight largest_ = 0;
};

}  // namespace gb
