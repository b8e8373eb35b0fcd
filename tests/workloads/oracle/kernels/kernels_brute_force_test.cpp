// The kernels against ones written down from the definitions (workloads §15.1), with nothing of
// GraphModel in them, on 1,000 random graphs of every awkward shape, each on one thread and three.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tests/workloads/oracle/kernels/kernel_graphs.h"
#include "workloads/oracle/kernels/grouping.h"
#include "workloads/oracle/kernels/ranking.h"
#include "workloads/oracle/kernels/simple_graph.h"
#include "workloads/oracle/kernels/team.h"
#include "workloads/oracle/kernels/traversal.h"

using namespace gb;

namespace {

constexpr std::uint64_t kGraphs = 1000;
using Ids = std::vector<std::int64_t>;
using Index = GraphModel::Index;

/// Relaxes every edge until nothing changes. A missing id has no path.
std::map<std::int64_t, std::int64_t> distances(const WeighedGraph& graph, std::int64_t source,
                                               bool weighed) {
  std::map<std::int64_t, std::int64_t> known{{source, 0}};
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& edge : graph.edges) {
      if (!known.contains(edge.src)) continue;
      const std::int64_t there = known[edge.src] + (weighed ? edge.weight : 1);
      if (known.contains(edge.dst) && known[edge.dst] <= there) continue;
      known[edge.dst] = there;
      changed = true;
    }
  }
  return known;
}

std::vector<long double> scores(const WeighedGraph& graph) {
  const std::size_t n = graph.ids.size();
  std::map<std::int64_t, long double> pr;
  std::map<std::int64_t, long double> degree;
  for (const auto& edge : graph.edges) ++degree[edge.src];
  for (const std::int64_t id : graph.ids) pr[id] = 1.0L / n;
  for (int round = 0; round < 100; ++round) {
    long double dangling = 0;
    for (const std::int64_t id : graph.ids) dangling += degree[id] == 0 ? pr[id] : 0;
    std::map<std::int64_t, long double> next;
    for (const std::int64_t id : graph.ids) next[id] = 0.15L / n + 0.85L * dangling / n;
    for (const auto& edge : graph.edges) next[edge.dst] += 0.85L * pr[edge.src] / degree[edge.src];
    long double moved = 0;
    for (const std::int64_t id : graph.ids) moved = std::max(moved, std::fabs(next[id] - pr[id]));
    pr = next;
    if (moved < 1e-12L) break;
  }
  std::vector<long double> out;
  for (const std::int64_t id : graph.ids) out.push_back(pr[id]);
  return out;
}

Ids smallest_joined(const WeighedGraph& graph) {
  std::map<std::int64_t, std::int64_t> label;
  for (const std::int64_t id : graph.ids) label[id] = id;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& edge : graph.edges) {
      const std::int64_t least = std::min(label[edge.src], label[edge.dst]);
      changed |= label[edge.src] != least || label[edge.dst] != least;
      label[edge.src] = label[edge.dst] = least;
    }
  }
  Ids out;
  for (const std::int64_t id : graph.ids) out.push_back(label[id]);
  return out;
}

Ids propagated(const WeighedGraph& graph, int rounds) {
  std::map<std::int64_t, std::int64_t> label;
  for (const std::int64_t id : graph.ids) label[id] = id;
  for (int round = 0; round < rounds; ++round) {
    std::map<std::int64_t, std::map<std::int64_t, int>> bags;
    for (const auto& edge : graph.edges) {
      ++bags[edge.src][label[edge.dst]];
      ++bags[edge.dst][label[edge.src]];
    }
    auto next = label;
    for (const auto& [id, bag] : bags) {
      int most = 0;
      for (const auto& [name, count] : bag) {
        if (count > most) next[id] = name;  // ascending: the first of equals is the smallest
        most = std::max(most, count);
      }
    }
    label = next;
  }
  Ids out;
  for (const std::int64_t id : graph.ids) out.push_back(label[id]);
  return out;
}

bool leads(const WeighedGraph& graph, std::int64_t a, std::int64_t b) {
  return std::any_of(graph.edges.begin(), graph.edges.end(),
                     [&](const auto& edge) { return edge.src == a && edge.dst == b; });
}
bool joined(const WeighedGraph& graph, std::int64_t a, std::int64_t b) {
  return a != b && (leads(graph, a, b) || leads(graph, b, a));
}

double clustering(const WeighedGraph& graph, std::int64_t id) {
  Ids around;
  for (const std::int64_t other : graph.ids) {
    if (joined(graph, id, other)) around.push_back(other);
  }
  if (around.size() < 2) return 0;
  double links = 0;
  for (const std::int64_t a : around) {
    for (const std::int64_t b : around) links += a != b && leads(graph, a, b) ? 1 : 0;
  }
  return links / static_cast<double>(around.size() * (around.size() - 1));
}

std::int64_t triples(const WeighedGraph& graph) {
  std::int64_t count = 0;
  for (const std::int64_t a : graph.ids) {
    for (const std::int64_t b : graph.ids) {
      for (const std::int64_t c : graph.ids) {
        if (a < b && b < c && joined(graph, a, b) && joined(graph, b, c) && joined(graph, a, c)) {
          ++count;
        }
      }
    }
  }
  return count;
}

/// Every shortest path from one node to another, edge by edge.
void walk(const WeighedGraph& graph, std::int64_t at, std::int64_t goal, std::int64_t left,
          Ids& inner, std::vector<Ids>& paths) {
  if (left == 0) {
    if (at == goal) paths.push_back(inner);
    return;
  }
  for (const auto& edge : graph.edges) {
    if (edge.src != at) continue;
    inner.push_back(at);
    walk(graph, edge.dst, goal, left - 1, inner, paths);
    inner.pop_back();
  }
}

/// By counting, for each pair, on which share of its shortest paths each node stands inside.
std::map<std::int64_t, double> inside(const WeighedGraph& graph, const Ids& sources) {
  std::map<std::int64_t, double> shares;
  for (const std::int64_t source : sources) {
    for (const auto& [goal, hops] : distances(graph, source, false)) {
      if (goal == source) continue;
      std::vector<Ids> paths;
      Ids inner;
      walk(graph, source, goal, hops, inner, paths);
      for (const Ids& path : paths) {
        for (std::size_t i = 1; i < path.size(); ++i) {
          shares[path[i]] += 1.0 / static_cast<double>(paths.size());
        }
      }
    }
  }
  return shares;
}

void check_traversals(const WeighedGraph& plain, const GraphModel& graph,
                      const EdgeWeights& weights, Team& team) {
  for (const std::int64_t source : plain.ids) {
    CAPTURE(source);
    const Index start = *graph.find(source);
    const auto levels = bfs_levels(graph, start, team);
    const auto weighed = shortest_distances(graph, weights, start, team);
    const auto hops = distances(plain, source, false);
    const auto sums = distances(plain, source, true);
    std::int64_t work = 0;
    for (const auto& edge : plain.edges) work += hops.contains(edge.src) ? 1 : 0;
    CHECK(edges_reached(graph, start, team) == work);
    for (Index node = 0; node < graph.node_count(); ++node) {
      const auto there = hops.find(graph.id(node));
      CHECK(levels[node] == (there == hops.end() ? kUnreached : there->second));
      CHECK(weighed[node] == (there == hops.end() ? kUnreached : sums.at(graph.id(node))));
    }
  }
}

void check_all(const WeighedGraph& plain, Team& team) {
  const GraphModel graph = plain.graph();
  const Result<EdgeWeights> weights = EdgeWeights::from_edges(graph, plain.edges);
  REQUIRE(weights);
  check_traversals(plain, graph, *weights, team);
  CHECK(components(graph, team) == smallest_joined(plain));
  CHECK(communities(graph, 10, team) == propagated(plain, 10));
  CHECK(communities(graph, 1, team) == propagated(plain, 1));
  CHECK(triangles(graph, team) == triples(plain));
  const auto want_scores = scores(plain);
  const auto got_scores = pagerank(graph, team);
  const auto coefficients = clustering_coefficients(graph, team);
  const Ids sources(plain.ids.begin(), plain.ids.begin() + std::ssize(plain.ids) / 2 + 1);
  std::vector<Index> starts;
  for (const std::int64_t source : sources) starts.push_back(*graph.find(source));
  const auto centrality = betweenness(graph, starts, team);
  auto shares = inside(plain, sources);
  long double away = 0;
  for (Index node = 0; node < graph.node_count(); ++node) {
    away += std::fabs(got_scores[node] - want_scores[node]);
    CHECK(coefficients[node] == doctest::Approx(clustering(plain, graph.id(node))).epsilon(1e-14));
    CHECK(std::fabs(centrality[node] - shares[graph.id(node)]) < 1e-9);
  }
  CHECK(away < 1e-9L);
}

}  // namespace

TEST_CASE("every kernel agrees with a brute-force one on 1,000 random graphs") {
  Team alone(1);
  Team three(3);
  for (std::uint64_t seed = 0; seed < kGraphs; ++seed) {
    CAPTURE(seed);
    const WeighedGraph plain = tiny_weighed_graph(Seed{seed});
    check_all(plain, seed % 2 == 0 ? alone : three);
  }
}
