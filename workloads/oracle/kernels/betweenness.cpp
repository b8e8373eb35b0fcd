#include <algorithm>

#include "workloads/oracle/kernels/ranking.h"
#include "workloads/oracle/kernels/traversal.h"

namespace gb {
namespace {

using Index = GraphModel::Index;

constexpr std::size_t kGrain = 256;

/// Reached nodes by level, and where each level begins; one more entry for the end.
struct ByLevel {
  std::vector<Index> nodes;
  std::vector<std::size_t> starts;
};

ByLevel by_level(const std::vector<std::int32_t>& levels) {
  ByLevel out;
  for (const std::int32_t level : levels) {
    if (level == kUnreached) continue;
    const auto at = static_cast<std::size_t>(level) + 1;
    if (out.starts.size() <= at) out.starts.resize(at + 1, 0);
    ++out.starts[at];
  }
  for (std::size_t i = 1; i < out.starts.size(); ++i) out.starts[i] += out.starts[i - 1];
  std::vector<std::size_t> next = out.starts;
  out.nodes.resize(out.starts.back());
  for (std::size_t node = 0; node < levels.size(); ++node) {
    if (levels[node] == kUnreached) continue;
    out.nodes[next[static_cast<std::size_t>(levels[node])]++] = static_cast<Index>(node);
  }
  return out;
}

/// One source: paths outwards, then dependencies back, a level at a time. Values of a level are put
/// in place only when all of it is computed. So what a sum over neighbours finds there is of the
/// neighbouring level alone, and no level need be looked up.
class FromSource {
 public:
  FromSource(const GraphModel& graph, Index source, Team& team)
      : graph_(graph),
        team_(team),
        order_(by_level(bfs_levels(graph, source, team))),
        paths_(graph.node_count(), 0),
        shares_(graph.node_count(), 0),
        computed_(order_.nodes.size()) {
    paths_[source] = 1;
  }

  void add_dependencies(std::vector<double>& centrality) {
    const std::size_t levels = order_.starts.size() - 1;
    for (std::size_t level = 1; level < levels; ++level) {
      compute(level, [&](Index node) { return sum(paths_, graph_.in(node)); });
      place(level, [&](Index node, double paths) { paths_[node] = paths; });
    }
    for (std::size_t level = levels - 1; level > 0; --level) {
      compute(level, [&](Index node) { return paths_[node] * sum(shares_, graph_.out(node)); });
      place(level, [&](Index node, double dependency) {
        centrality[node] += dependency;
        shares_[node] = (1 + dependency) / paths_[node];
      });
    }
  }

 private:
  static double sum(const std::vector<double>& values, std::span<const Index> nodes) {
    double sum = 0;
    for (const Index node : nodes) sum += values[node];
    return sum;
  }

  template <class Compute>
  void compute(std::size_t level, const Compute& value_of) {
    on_level(level, [&](std::size_t i) { computed_[i] = value_of(order_.nodes[i]); });
  }
  template <class Place>
  void place(std::size_t level, const Place& put) {
    on_level(level, [&](std::size_t i) { put(order_.nodes[i], computed_[i]); });
  }
  template <class Body>
  void on_level(std::size_t level, const Body& body) {
    const std::size_t first = order_.starts[level];
    team_.pieces(order_.starts[level + 1] - first, kGrain,
                 [&](std::size_t from, std::size_t to, unsigned /*worker*/) {
                   for (std::size_t i = first + from; i < first + to; ++i) body(i);
                 });
  }

  const GraphModel& graph_;
  Team& team_;
  ByLevel order_;
  std::vector<double> paths_;     // shortest paths from the source; 0 until its level is placed
  std::vector<double> shares_;    // (1 + dependency) / paths; likewise
  std::vector<double> computed_;  // beside order_.nodes
};

}  // namespace

std::vector<double> betweenness(const GraphModel& graph, std::span<const Index> sources,
                                Team& team) {
  std::vector<double> centrality(graph.node_count(), 0);
  for (const Index source : sources) FromSource(graph, source, team).add_dependencies(centrality);
  return centrality;
}

}  // namespace gb
