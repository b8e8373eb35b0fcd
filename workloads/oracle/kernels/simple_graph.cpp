#include "workloads/oracle/kernels/simple_graph.h"

#include <algorithm>
#include <numeric>

namespace gb {
namespace {

using Index = GraphModel::Index;

constexpr std::size_t kGrain = 512;

/// take(neighbour, directions) for each distinct neighbour but the node itself, ascending.
template <class Take>
void for_each_neighbour(const GraphModel& graph, Index node, const Take& take) {
  const auto out = graph.out(node);
  const auto in = graph.in(node);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < out.size() || j < in.size()) {
    const Index head = i < out.size() ? out[i] : ~Index{0};
    const Index tail = j < in.size() ? in[j] : ~Index{0};
    const Index other = std::min(head, tail);
    while (i < out.size() && out[i] == other) ++i;
    while (j < in.size() && in[j] == other) ++j;
    if (other != node) take(other, static_cast<std::uint8_t>(1 + (head == tail ? 1 : 0)));
  }
}

/// Most neighbours first, equal ones by index.
std::vector<Index> ranked(const std::vector<Index>& degrees) {
  const std::size_t most = degrees.empty() ? 0 : *std::max_element(degrees.begin(), degrees.end());
  std::vector<std::size_t> next(most + 2, 0);
  for (const Index degree : degrees) ++next[most - degree + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Index> nodes(degrees.size());
  for (std::size_t node = 0; node < degrees.size(); ++node) {
    nodes[next[most - degrees[node]]++] = static_cast<Index>(node);
  }
  return nodes;
}

}  // namespace

DirectedByDegree direct_by_degree(const GraphModel& graph, Team& team) {
  const std::size_t nodes = graph.node_count();
  DirectedByDegree directed;
  std::vector<Index> degrees(nodes);
  team.pieces(nodes, kGrain, [&](std::size_t from, std::size_t to, unsigned /*worker*/) {
    for (std::size_t node = from; node < to; ++node) {
      Index degree = 0;
      for_each_neighbour(graph, static_cast<Index>(node), [&](Index, std::uint8_t) { ++degree; });
      degrees[node] = degree;
    }
  });
  directed.node_of = ranked(degrees);
  std::vector<Index> rank_of(nodes);
  directed.degree.resize(nodes);
  for (std::size_t rank = 0; rank < nodes; ++rank) {
    rank_of[directed.node_of[rank]] = static_cast<Index>(rank);
    directed.degree[rank] = degrees[directed.node_of[rank]];
  }

  const auto for_each_above = [&](std::size_t rank, const auto& take) {
    for_each_neighbour(graph, directed.node_of[rank], [&](Index other, std::uint8_t directions) {
      if (rank_of[other] < rank) take(rank_of[other], directions);
    });
  };
  directed.starts.assign(nodes + 1, 0);
  team.pieces(nodes, kGrain, [&](std::size_t from, std::size_t to, unsigned /*worker*/) {
    for (std::size_t rank = from; rank < to; ++rank) {
      for_each_above(rank, [&](Index, std::uint8_t) { ++directed.starts[rank + 1]; });
    }
  });
  std::partial_sum(directed.starts.begin(), directed.starts.end(), directed.starts.begin());
  directed.above.resize(directed.starts[nodes]);
  directed.directions.resize(directed.starts[nodes]);
  team.pieces(nodes, kGrain, [&](std::size_t from, std::size_t to, unsigned /*worker*/) {
    for (std::size_t rank = from; rank < to; ++rank) {
      std::uint64_t at = directed.starts[rank];
      for_each_above(rank, [&](Index other, std::uint8_t directions) {
        directed.above[at] = other;
        directed.directions[at++] = directions;
      });
    }
  });
  return directed;
}

}  // namespace gb
