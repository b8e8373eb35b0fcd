#include "workloads/verify/distance_strata.h"

#include <array>
#include <numeric>
#include <set>
#include <utility>

namespace gb {
namespace {

using Index = GraphModel::Index;

/// What a source reaches, nearest first, by index within a distance; not the source itself.
std::vector<Index> reached_from(const GraphModel& graph, Index source) {
  std::vector<bool> seen(graph.node_count(), false);
  std::vector<Index> queue{source};
  seen[source] = true;
  for (std::size_t level_begin = 0; level_begin < queue.size();) {
    const std::size_t level_end = queue.size();
    for (std::size_t i = level_begin; i < level_end; ++i) {
      for (const Index next : graph.out(queue[i])) {
        if (seen[next]) continue;
        seen[next] = true;
        queue.push_back(next);
      }
    }
    level_begin = level_end;
  }
  queue.erase(queue.begin());
  return queue;
}

/// Sources that reach someone, in random order.
std::vector<Index> shuffled_sources(const GraphModel& graph, SplitMix64& random) {
  std::vector<Index> sources;
  for (Index node = 0; node < graph.node_count(); ++node) {
    if (!graph.out(node).empty()) sources.push_back(node);
  }
  for (std::size_t i = 0; i + 1 < sources.size() && i < kPoolSize; ++i) {
    std::swap(sources[i], sources[i + random.below(sources.size() - i)]);
  }
  if (sources.size() > kPoolSize) sources.resize(kPoolSize);
  return sources;
}

}  // namespace

std::vector<Stratum> distance_strata(const GraphModel& graph, SplitMix64 random) {
  constexpr std::array<const char*, 3> kNames = {"near", "middle", "far"};
  std::vector<Stratum> strata(kNames.size());
  std::set<std::pair<Index, Index>> used;
  bool farthest_taken = false;
  for (const Index source : shuffled_sources(graph, random)) {
    const std::vector<Index> reached = reached_from(graph, source);
    for (std::size_t third = 0; third < kNames.size(); ++third) {
      const std::size_t from = reached.size() * third / 3;
      const std::size_t to = reached.size() * (third + 1) / 3;
      if (from == to) continue;
      const bool farthest = third == 2 && !std::exchange(farthest_taken, true);
      const Index target = reached[farthest ? to - 1 : from + random.below(to - from)];
      if (!used.insert({source, target}).second) continue;
      strata[third].push_back({{graph.id(source), graph.id(target)}, kNames[third]});
    }
  }
  return strata;
}

}  // namespace gb
