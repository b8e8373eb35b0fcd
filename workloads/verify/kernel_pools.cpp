#include "workloads/verify/kernel_pools.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "workloads/oracle/kernels/grouping.h"
#include "workloads/oracle/kernels/team.h"
#include "workloads/oracle/kernels/traversal.h"

namespace gb {
namespace {

using Index = GraphModel::Index;
using Nodes = std::vector<Index>;

constexpr std::size_t kSourcesPerList = 4;
/// Hubs looked at for one that reaches half of the edges; on a graph that has such nodes at all the
/// first nearly always does.
constexpr std::size_t kHubsTried = 16;
/// Fewer sources than this are no choice.
constexpr std::size_t kFewestSources = 8;

/// Up to kPoolSize different entries, by the head of a Fisher-Yates shuffle.
Nodes sample(Nodes from, SplitMix64& random) {
  const std::size_t count = std::min(kPoolSize, from.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(from[i], from[i + random.below(from.size() - i)]);
  }
  from.resize(count);
  return from;
}

/// Nodes with an out-edge in the component of most nodes (of equals, that of the smallest id), by
/// out-degree, equal ones by id.
Nodes starts_of_largest_component(const GraphModel& graph, Team& team) {
  const std::vector<std::int64_t> labels = components(graph, team);
  std::unordered_map<std::int64_t, std::size_t> sizes;
  for (const std::int64_t label : labels) ++sizes[label];
  std::pair<std::size_t, std::int64_t> largest{0, 0};
  for (const auto& [label, size] : sizes) {
    if (size > largest.first || (size == largest.first && label < largest.second)) {
      largest = {size, label};
    }
  }
  Nodes nodes;
  for (Index node = 0; node < graph.node_count(); ++node) {
    if (labels[node] == largest.second && !graph.out(node).empty()) nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end(), [&](Index a, Index b) {
    return std::pair(graph.out(a).size(), graph.id(a)) <
           std::pair(graph.out(b).size(), graph.id(b));
  });
  return nodes;
}

/// Every node a path leads from to the goal: each reaches at least what the goal reaches.
std::vector<bool> ancestors(const GraphModel& graph, Index goal) {
  std::vector<bool> found(graph.node_count(), false);
  Nodes open{goal};
  found[goal] = true;
  while (!open.empty()) {
    const Index node = open.back();
    open.pop_back();
    for (const Index tail : graph.in(node)) {
      if (found[tail]) continue;
      found[tail] = true;
      open.push_back(tail);
    }
  }
  return found;
}

/// Nodes worth starting from, by out-degree.
Nodes sources_of(const GraphModel& graph) {
  Team team(0);
  const Nodes all = starts_of_largest_component(graph, team);
  for (std::size_t tried = 0; tried < std::min(kHubsTried, all.size()); ++tried) {
    const Index hub = all[all.size() - 1 - tried];
    if (edges_reached(graph, hub, team) * 2 < graph.edge_count()) continue;
    const std::vector<bool> reach_half = ancestors(graph, hub);
    Nodes sources;
    std::copy_if(all.begin(), all.end(), std::back_inserter(sources),
                 [&](Index node) { return reach_half[node]; });
    if (sources.size() >= kFewestSources) return sources;
  }
  return all;
}

Stratum of_nodes(const GraphModel& graph, const Nodes& nodes, const char* name) {
  Stratum draws;
  for (const Index node : nodes) draws.push_back({{graph.id(node)}, name});
  return draws;
}

std::vector<Stratum> source_strata(const GraphModel& graph, SplitMix64 random) {
  const Nodes sources = sources_of(graph);
  const auto slice = [&](std::size_t from, std::size_t to) {
    return Nodes(sources.begin() + static_cast<std::ptrdiff_t>(from),
                 sources.begin() + static_cast<std::ptrdiff_t>(to));
  };
  const std::size_t rest = sources.size() - (sources.size() + 19) / 20;
  return {of_nodes(graph, sample(slice(0, rest / 2), random), "low"),
          of_nodes(graph, sample(slice(rest / 2, rest), random), "middle"),
          of_nodes(graph, sample(slice(rest, sources.size()), random), "hub")};
}

std::vector<Stratum> list_strata(const GraphModel& graph, SplitMix64 random) {
  Nodes sources = sources_of(graph);
  Stratum lists;
  if (sources.size() < kSourcesPerList) return {lists};
  for (std::size_t i = 0; i < kPoolSize; ++i) {
    List ids;
    for (std::size_t k = 0; k < kSourcesPerList; ++k) {
      std::swap(sources[k], sources[k + random.below(sources.size() - k)]);
      ids.emplace_back(graph.id(sources[k]));
    }
    Draw draw{{}, "four"};  // a binding of one parameter, which is a list
    draw.params.emplace_back(std::move(ids));
    lists.push_back(std::move(draw));
  }
  return {lists};
}

template <std::vector<Stratum> (*kStrata)(const GraphModel&, SplitMix64)>
Result<std::vector<Stratum>> on_graph(const Models& models, SplitMix64 random) {
  const Result<const GraphModel*> graph = models.graph();
  if (!graph) return tl::unexpected(graph.error());
  return kStrata(**graph, random);
}

}  // namespace

std::span<const PoolRule> kernel_pool_rules() {
  static const std::array<PoolRule, 2> kRules = {
      {{"kernel-source", {"source"}, on_graph<source_strata>},
       {"kernel-sources", {"sources"}, on_graph<list_strata>}}};
  return kRules;
}

}  // namespace gb
