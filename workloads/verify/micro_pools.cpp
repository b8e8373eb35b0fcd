#include "workloads/verify/micro_pools.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "workloads/verify/distance_strata.h"

namespace gb {
namespace {

using Index = GraphModel::Index;

/// Attempts at a random pair before a stratum stays short; on a sparse graph nearly every one fits.
constexpr std::size_t kAttempts = 64 * kPoolSize;

/// Up to kPoolSize different entries, by the head of a Fisher-Yates shuffle.
std::vector<Index> sample(std::vector<Index> from, SplitMix64& random) {
  const std::size_t count = std::min(kPoolSize, from.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(from[i], from[i + random.below(from.size() - i)]);
  }
  from.resize(count);
  return from;
}

Stratum of_nodes(const GraphModel& graph, const std::vector<Index>& nodes, const char* name) {
  Stratum draws;
  for (const Index node : nodes) draws.push_back({{graph.id(node)}, name});
  return draws;
}

std::vector<Index> nodes_by_id(const GraphModel& graph) {
  std::vector<Index> nodes(graph.node_count());
  std::iota(nodes.begin(), nodes.end(), Index{0});
  std::sort(nodes.begin(), nodes.end(),
            [&](Index a, Index b) { return graph.id(a) < graph.id(b); });
  return nodes;
}

std::vector<Index> slice(const std::vector<Index>& nodes, std::size_t from, std::size_t to) {
  return {nodes.begin() + static_cast<std::ptrdiff_t>(from),
          nodes.begin() + static_cast<std::ptrdiff_t>(to)};
}

std::vector<Stratum> point_strata(const GraphModel& graph, SplitMix64 random) {
  const std::vector<Index> nodes = nodes_by_id(graph);
  const std::size_t third = nodes.size() / 3;
  const std::size_t two_thirds = nodes.size() * 2 / 3;
  return {of_nodes(graph, sample(slice(nodes, 0, third), random), "low"),
          of_nodes(graph, sample(slice(nodes, third, two_thirds), random), "middle"),
          of_nodes(graph, sample(slice(nodes, two_thirds, nodes.size()), random), "high")};
}

std::vector<Stratum> miss_strata(const GraphModel& graph, SplitMix64 random) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  std::int64_t largest_id = -1;  // without nodes any id misses
  for (Index node = 0; node < graph.node_count(); ++node) {
    largest_id = std::max(largest_id, graph.id(node));
  }
  std::array<Stratum, 3> strata;
  std::set<std::int64_t> used;
  const auto add = [&](Stratum& stratum, std::int64_t id, const char* name) {
    if (!graph.find(id) && used.insert(id).second) stratum.push_back({{id}, name});
  };
  for (std::size_t i = 0; i < kPoolSize; ++i) {
    const auto step = static_cast<std::int64_t>(i) + 1;
    if (largest_id <= kLargest - step) add(strata[0], largest_id + step, "just-above");
    // Where no generator puts an id, and still exact in a double.
    const auto far = static_cast<std::int64_t>((std::uint64_t{1} << 40U) +
                                               random.below(std::uint64_t{1} << 40U));
    if (largest_id <= kLargest - far) add(strata[1], largest_id + far, "far-above");
    add(strata[2], -1 - static_cast<std::int64_t>(random.below(std::uint64_t{1} << 40U)),
        "negative");
  }
  return {strata.begin(), strata.end()};
}

bool joined(const GraphModel& graph, Index src, Index dst) {
  const auto out = graph.out(src);
  return std::binary_search(out.begin(), out.end(), dst);
}

/// The edges as (tail, head), one number each: node order, then head order.
std::pair<Index, Index> edge_at(const GraphModel& graph, const std::vector<std::int64_t>& first,
                                std::int64_t ordinal) {
  const auto after = std::upper_bound(first.begin(), first.end(), ordinal);
  const auto tail = static_cast<Index>(after - first.begin() - 1);
  return {tail, graph.out(tail)[static_cast<std::size_t>(ordinal - first[tail])]};
}

std::vector<std::int64_t> first_ordinals(const GraphModel& graph) {
  std::vector<std::int64_t> first(graph.node_count());
  std::int64_t sum = 0;
  for (Index node = 0; node < graph.node_count(); ++node) {
    first[node] = sum;
    sum += static_cast<std::int64_t>(graph.out(node).size());
  }
  return first;
}

std::vector<Stratum> edge_strata(const GraphModel& graph, SplitMix64 random) {
  std::array<Stratum, 3> strata;
  std::set<std::pair<Index, Index>> used;
  const auto add = [&](Stratum& stratum, Index src, Index dst, const char* name) {
    if (stratum.size() < kPoolSize && used.insert({src, dst}).second) {
      stratum.push_back({{graph.id(src), graph.id(dst)}, name});
    }
  };
  const auto first = first_ordinals(graph);
  const auto edges = static_cast<std::uint64_t>(graph.edge_count());
  for (std::size_t i = 0; edges > 0 && i < kAttempts; ++i) {
    const auto [src, dst] = edge_at(graph, first, static_cast<std::int64_t>(random.below(edges)));
    add(strata[0], src, dst, "hit");
    // Another edge than the hit, so that the two strata do not mirror each other.
    const auto [tail, head] = edge_at(graph, first, static_cast<std::int64_t>(random.below(edges)));
    if (!joined(graph, head, tail)) add(strata[1], head, tail, "reversed-miss");
  }
  const std::uint64_t nodes = graph.node_count();
  for (std::size_t i = 0; nodes > 1 && i < kAttempts; ++i) {
    const auto src = static_cast<Index>(random.below(nodes));
    const auto dst = static_cast<Index>(random.below(nodes));
    if (src == dst || joined(graph, src, dst) || joined(graph, dst, src)) continue;
    add(strata[2], src, dst, "random-miss");
  }
  return {strata.begin(), strata.end()};
}

std::vector<Stratum> seed_strata(const GraphModel& graph, SplitMix64 random) {
  std::vector<Index> sinks;
  std::vector<Index> others;
  for (const Index node : nodes_by_id(graph)) {
    (graph.out(node).empty() ? sinks : others).push_back(node);
  }
  // Stable on top of the order by id: smallest degree first, equal degrees by id.
  std::stable_sort(others.begin(), others.end(),
                   [&](Index a, Index b) { return graph.out(a).size() < graph.out(b).size(); });
  const std::size_t hub_count = (others.size() + 19) / 20;
  const std::size_t rest = others.size() - hub_count;
  std::vector<Index> hubs = sample(slice(others, rest, others.size()), random);
  if (!others.empty()) {
    // The most expensive question of all is verified in every run.
    std::erase(hubs, others.back());
    hubs.insert(hubs.begin(), others.back());
    hubs.resize(std::min(hubs.size(), kPoolSize));
  }
  return {of_nodes(graph, sample(std::move(sinks), random), "sink"),
          of_nodes(graph, sample(slice(others, 0, rest / 2), random), "low"),
          of_nodes(graph, sample(slice(others, rest / 2, rest), random), "middle"),
          of_nodes(graph, hubs, "hub")};
}

/// A rule that looks at the merged graph alone.
template <std::vector<Stratum> (*kStrata)(const GraphModel&, SplitMix64)>
Result<std::vector<Stratum>> on_graph(const Models& models, SplitMix64 random) {
  const Result<const GraphModel*> graph = models.graph();
  if (!graph) return tl::unexpected(graph.error());
  return kStrata(**graph, random);
}

}  // namespace

std::span<const PoolRule> micro_pool_rules() {
  static const std::array<PoolRule, 5> kRules = {
      {{"micro-point",
        {"id"},
        on_graph<point_strata>,
        "low, middle, high: ids in three bands of equal size"},
       {"micro-point-miss",
        {"id"},
        on_graph<miss_strata>,
        "just-above the largest id, far-above it, negative: no node has it"},
       {"micro-edge",
        {"src", "dst"},
        on_graph<edge_strata>,
        "hit: an edge; reversed-miss: one turned round where none leads that way; random-miss: no "
        "edge either way"},
       {"micro-khop",
        {"seed"},
        on_graph<seed_strata>,
        "sink: no out-edge; low, middle, hub: the others by out-degree, hub the upper twentieth"},
       {"micro-sp",
        {"src", "dst"},
        on_graph<distance_strata>,
        "near, middle, far: pairs a directed path joins, in thirds by distance"}}};
  return kRules;
}

}  // namespace gb
