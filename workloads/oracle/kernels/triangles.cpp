#include <numeric>

#include "workloads/oracle/kernels/simple_graph.h"

namespace gb {
namespace {

using Index = GraphModel::Index;

constexpr std::size_t kGrain = 64;

struct alignas(64) Counter {
  std::vector<std::uint64_t> marks;  // a bit per rank; all clear between two nodes
  std::int64_t triangles = 0;
};

/// Triangles whose corner of largest rank is the given one.
std::int64_t triangles_below(const DirectedByDegree& graph, Index rank,
                             std::vector<std::uint64_t>& marks) {
  const auto list = graph.list(rank);
  if (list.size() < 2) return 0;
  for (const Index other : list) marks[other / 64] |= std::uint64_t{1} << (other % 64);
  std::uint64_t found = 0;
  for (const Index middle : list) {
    for (const Index corner : graph.list(middle)) found += marks[corner / 64] >> (corner % 64) & 1U;
  }
  for (const Index other : list) marks[other / 64] = 0;
  return static_cast<std::int64_t>(found);
}

}  // namespace

std::int64_t triangles(const GraphModel& graph, Team& team) {
  const DirectedByDegree directed = direct_by_degree(graph, team);
  std::vector<Counter> counters(team.size());
  for (Counter& counter : counters) counter.marks.assign(graph.node_count() / 64 + 1, 0);
  team.pieces(graph.node_count(), kGrain, [&](std::size_t from, std::size_t to, unsigned worker) {
    Counter& counter = counters[worker];
    std::int64_t found = 0;
    for (std::size_t rank = from; rank < to; ++rank) {
      found += triangles_below(directed, static_cast<Index>(rank), counter.marks);
    }
    counter.triangles += found;
  });
  return std::accumulate(
      counters.begin(), counters.end(), std::int64_t{0},
      [](std::int64_t sum, const Counter& counter) { return sum + counter.triangles; });
}

}  // namespace gb
