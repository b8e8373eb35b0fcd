#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "workloads/oracle/graph_model.h"
#include "workloads/oracle/kernels/team.h"

namespace gb {

/// A multigraph without direction, parallel edges and loops, each edge kept at one end: the one of
/// fewer neighbours (ties by index). Nodes are numbered by rank, the one of most neighbours first,
/// so that lists are short, and what they point at lies close together.
struct DirectedByDegree {
  using Index = GraphModel::Index;

  std::vector<Index> node_of;         // by rank
  std::vector<Index> degree;          // by rank: how many neighbours
  std::vector<std::uint64_t> starts;  // by rank, of its list; one more for the end
  std::vector<Index> above;           // neighbours of smaller rank, in no order
  std::vector<std::uint8_t>
      directions;  // beside them: in how many directions an edge leads, 1 or 2

  std::span<const Index> list(Index rank) const {
    return {above.data() + starts[rank], above.data() + starts[rank + 1]};
  }
  std::span<const std::uint8_t> directions_of(Index rank) const {
    return {directions.data() + starts[rank], directions.data() + starts[rank + 1]};
  }
};

DirectedByDegree direct_by_degree(const GraphModel& graph, Team& team);

/// Unordered triples of nodes pairwise joined by an edge of either direction.
std::int64_t triangles(const GraphModel& graph, Team& team);

/// For each node, of the ordered pairs of its neighbours (either direction, itself not among them)
/// the share that an edge leads from the one to the other; 0 with fewer than two.
std::vector<double> clustering_coefficients(const GraphModel& graph, Team& team);

}  // namespace gb
