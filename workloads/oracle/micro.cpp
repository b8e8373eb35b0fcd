#include "workloads/oracle/micro.h"

#include <algorithm>

namespace gb {
namespace {

using Index = GraphModel::Index;
using Nodes = std::vector<Index>;  // a set: ascending, each once

void make_set(Nodes& nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

/// N+ of the whole set.
Nodes image(const GraphModel& graph, const Nodes& nodes) {
  Nodes heads;
  for (const Index node : nodes) {
    const auto out = graph.out(node);
    heads.insert(heads.end(), out.begin(), out.end());
  }
  make_set(heads);
  return heads;
}

Nodes start_set(const GraphModel& graph, std::int64_t seed) {
  const std::optional<Index> node = graph.find(seed);
  return node ? Nodes{*node} : Nodes{};
}

/// Neighbours ignoring direction, each once, without the node itself.
Nodes neighbours(const GraphModel& graph, Index node) {
  Nodes all(graph.out(node).begin(), graph.out(node).end());
  all.insert(all.end(), graph.in(node).begin(), graph.in(node).end());
  make_set(all);
  std::erase(all, node);
  return all;
}

/// Pairs (i, j) with a[i] == b[j]; both ascending, values may repeat.
std::int64_t equal_pairs(std::span<const Index> a, std::span<const Index> b) {
  std::int64_t pairs = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] < b[j]) {
      ++i;
    } else if (b[j] < a[i]) {
      ++j;
    } else {
      const Index value = a[i];
      std::int64_t in_a = 0;
      std::int64_t in_b = 0;
      for (; i < a.size() && a[i] == value; ++i) ++in_a;
      for (; j < b.size() && b[j] == value; ++j) ++in_b;
      pairs += in_a * in_b;
    }
  }
  return pairs;
}

}  // namespace

bool has_edge(const GraphModel& graph, std::int64_t src, std::int64_t dst) {
  const std::optional<Index> tail = graph.find(src);
  const std::optional<Index> head = graph.find(dst);
  if (!tail || !head) return false;
  const auto out = graph.out(*tail);
  return std::binary_search(out.begin(), out.end(), *head);
}

std::int64_t out_degree(const GraphModel& graph, std::int64_t seed) {
  const std::optional<Index> node = graph.find(seed);
  return node ? static_cast<std::int64_t>(graph.out(*node).size()) : 0;
}

std::int64_t walk_ends(const GraphModel& graph, std::int64_t seed, int length) {
  Nodes reached = start_set(graph, seed);
  for (int step = 0; step < length; ++step) reached = image(graph, reached);
  return static_cast<std::int64_t>(reached.size());
}

std::int64_t walk_ends_within(const GraphModel& graph, std::int64_t seed, int longest) {
  Nodes frontier = start_set(graph, seed);
  Nodes reached;
  for (int step = 0; step < longest; ++step) {
    frontier = image(graph, frontier);
    reached.insert(reached.end(), frontier.begin(), frontier.end());
  }
  make_set(reached);
  return static_cast<std::int64_t>(reached.size());
}

std::optional<std::int64_t> hop_distance(const GraphModel& graph, std::int64_t src,
                                         std::int64_t dst, Direction direction) {
  const std::optional<Index> start = graph.find(src);
  const std::optional<Index> goal = graph.find(dst);
  if (!start || !goal) return std::nullopt;
  std::vector<bool> seen(graph.node_count(), false);
  seen[*start] = true;
  Nodes frontier{*start};
  for (std::int64_t distance = 0; !frontier.empty(); ++distance) {
    Nodes next;
    const auto visit = [&](std::span<const Index> nodes) {
      for (const Index node : nodes) {
        if (seen[node]) continue;
        seen[node] = true;
        next.push_back(node);
      }
    };
    for (const Index node : frontier) {
      if (node == *goal) return distance;
      visit(graph.out(node));
      if (direction == Direction::Either) visit(graph.in(node));
    }
    frontier = std::move(next);
  }
  return std::nullopt;
}

double mean_id(const GraphModel& graph) {
  if (graph.node_count() == 0) return 0;
  // 128 bits: the sum of 2^32 ids of 64 bits is exact.
  __extension__ using Wide = __int128;
  Wide sum = 0;
  for (Index node = 0; node < graph.node_count(); ++node) sum += graph.id(node);
  return static_cast<double>(static_cast<long double>(sum) / graph.node_count());
}

std::int64_t directed_triangle_matches(const GraphModel& graph) {
  std::int64_t matches = 0;
  for (Index a = 0; a < graph.node_count(); ++a) {
    for (const Index b : graph.out(a)) matches += equal_pairs(graph.out(b), graph.in(a));
    // Edges of a match can only be the same one when all three are loops of one node.
    const std::int64_t loops = equal_pairs(graph.out(a), std::vector<Index>{a});
    matches -= loops * loops * loops - loops * (loops - 1) * (loops - 2);
  }
  return matches;
}

std::int64_t undirected_triangles(const GraphModel& graph) {
  std::vector<Nodes> larger(graph.node_count());
  for (Index node = 0; node < graph.node_count(); ++node) {
    for (const Index other : neighbours(graph, node)) {
      if (other > node) larger[node].push_back(other);
    }
  }
  std::int64_t triangles = 0;
  for (Index a = 0; a < graph.node_count(); ++a) {
    for (const Index b : larger[a]) triangles += equal_pairs(larger[a], larger[b]);
  }
  return triangles;
}

}  // namespace gb
