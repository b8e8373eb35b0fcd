#include "workloads/oracle/social/relation.h"

#include <algorithm>
#include <numeric>

namespace gb {

Relation::Relation(std::size_t sources, std::size_t targets, std::span<const Edge> edges)
    : out_(side(sources, edges, &Edge::src, &Edge::dst)),
      in_(side(targets, edges, &Edge::dst, &Edge::src)) {}

Relation::Side Relation::side(std::size_t nodes, std::span<const Edge> edges, Index Edge::*from,
                              Index Edge::*to) {
  Side side;
  side.first.assign(nodes + 1, 0);
  for (const Edge& edge : edges) ++side.first[edge.*from + 1];
  std::partial_sum(side.first.begin(), side.first.end(), side.first.begin());
  side.ends.resize(edges.size());
  std::vector<std::size_t> next(side.first.begin(), side.first.end() - 1);
  for (const Edge& edge : edges) side.ends[next[edge.*from]++] = {edge.*to, edge.date};
  for (std::size_t node = 0; node < nodes; ++node) {
    std::sort(side.ends.begin() + static_cast<std::ptrdiff_t>(side.first[node]),
              side.ends.begin() + static_cast<std::ptrdiff_t>(side.first[node + 1]));
  }
  return side;
}

}  // namespace gb
