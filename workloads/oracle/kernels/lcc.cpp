#include "workloads/oracle/kernels/simple_graph.h"

namespace gb {
namespace {

using Index = GraphModel::Index;

constexpr std::size_t kGrain = 64;

/// What one thread finds; sums of integers, so who finds what does not matter.
class Links {
 public:
  explicit Links(std::size_t nodes) : marks_(nodes, 0), links_(nodes, 0) {}

  /// For each triangle whose corner of largest rank this is: at each corner, the directions of the
  /// edge across.
  void add_triangles_below(const DirectedByDegree& graph, Index rank) {
    const auto list = graph.list(rank);
    const auto directions = graph.directions_of(rank);
    for (std::size_t i = 0; i < list.size(); ++i) marks_[list[i]] = directions[i];
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Index middle = list[i];
      const auto corners = graph.list(middle);
      const auto across = graph.directions_of(middle);
      for (std::size_t j = 0; j < corners.size(); ++j) {
        const std::uint8_t mark = marks_[corners[j]];
        if (mark == 0) continue;
        links_[rank] += across[j];
        links_[middle] += mark;
        links_[corners[j]] += directions[i];
      }
    }
    for (const Index other : list) marks_[other] = 0;
  }
  std::int64_t of(std::size_t rank) const { return links_[rank]; }

 private:
  std::vector<std::uint8_t> marks_;  // by rank: directions to the node looked at, 0 for no edge
  std::vector<std::int64_t> links_;  // by rank
};

}  // namespace

std::vector<double> clustering_coefficients(const GraphModel& graph, Team& team) {
  const std::size_t nodes = graph.node_count();
  const DirectedByDegree directed = direct_by_degree(graph, team);
  std::vector<Links> links(team.size(), Links(nodes));
  team.pieces(nodes, kGrain, [&](std::size_t from, std::size_t to, unsigned worker) {
    for (std::size_t rank = from; rank < to; ++rank) {
      links[worker].add_triangles_below(directed, static_cast<Index>(rank));
    }
  });
  std::vector<double> coefficients(nodes, 0);
  for (std::size_t rank = 0; rank < nodes; ++rank) {
    const double degree = directed.degree[rank];
    if (degree < 2) continue;
    std::int64_t sum = 0;
    for (const Links& part : links) sum += part.of(rank);
    coefficients[directed.node_of[rank]] = static_cast<double>(sum) / (degree * (degree - 1));
  }
  return coefficients;
}

}  // namespace gb
