#include <algorithm>
#include <atomic>
#include <unordered_map>

#include "core/base/random.h"
#include "workloads/oracle/kernels/grouping.h"

namespace gb {
namespace {

using Index = GraphModel::Index;

constexpr std::size_t kGrain = 2048;
constexpr std::size_t kSampledEdges = 2;  // of each node
constexpr int kSampledNodes = 1024;

/// A forest over the nodes: a parent is never larger than its child, so a component's root is its
/// smallest index, however the threads interleave.
class Forest {
 public:
  explicit Forest(Index nodes) : parents_(nodes) {
    for (Index node = 0; node < nodes; ++node) parents_[node] = node;
  }

  Index parent(Index node) {
    return std::atomic_ref<Index>(parents_[node]).load(std::memory_order_relaxed);
  }

  void link(Index a, Index b) {
    Index p = parent(a);
    Index q = parent(b);
    while (p != q) {
      const Index high = std::max(p, q);
      const Index low = std::min(p, q);
      Index above = parent(high);
      if (above == low) return;
      if (above == high && std::atomic_ref<Index>(parents_[high])
                               .compare_exchange_strong(above, low, std::memory_order_relaxed)) {
        return;
      }
      p = parent(parent(high));
      q = parent(low);
    }
  }

  void compress(Index node) {
    while (parent(node) != parent(parent(node))) {
      std::atomic_ref<Index>(parents_[node]).store(parent(parent(node)), std::memory_order_relaxed);
    }
  }

 private:
  std::vector<Index> parents_;
};

/// The root most sampled nodes have. Which one that is changes nothing but the time.
Index frequent_root(Forest& forest, Index nodes) {
  std::unordered_map<Index, int> seen;
  SplitMix64 random(Seed{1});
  for (int i = 0; i < kSampledNodes; ++i) {
    ++seen[forest.parent(static_cast<Index>(random.below(nodes)))];
  }
  return std::max_element(seen.begin(), seen.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

}  // namespace

std::vector<std::int64_t> components(const GraphModel& graph, Team& team) {
  const Index nodes = graph.node_count();
  if (nodes == 0) return {};
  Forest forest(nodes);
  const auto each_node = [&](const auto& body) {
    team.pieces(nodes, kGrain, [&](std::size_t from, std::size_t to, unsigned /*worker*/) {
      for (std::size_t node = from; node < to; ++node) body(static_cast<Index>(node));
    });
  };
  const auto compress = [&] { each_node([&](Index node) { forest.compress(node); }); };

  for (std::size_t edge = 0; edge < kSampledEdges; ++edge) {
    each_node([&](Index node) {
      const auto heads = graph.out(node);
      if (edge < heads.size()) forest.link(node, heads[edge]);
    });
    compress();
  }
  const Index largest = frequent_root(forest, nodes);
  each_node([&](Index node) {
    if (forest.parent(node) == largest) return;
    const auto heads = graph.out(node);
    for (std::size_t i = kSampledEdges; i < heads.size(); ++i) forest.link(node, heads[i]);
    for (const Index tail : graph.in(node)) forest.link(node, tail);
  });
  compress();

  std::vector<std::int64_t> labels(nodes);
  for (Index node = 0; node < nodes; ++node) labels[node] = graph.id(node);
  // Indices follow the files, and ids need not ascend there.
  for (Index node = 0; node < nodes; ++node) {
    std::int64_t& least = labels[forest.parent(node)];
    least = std::min(least, graph.id(node));
  }
  for (Index node = nodes; node-- > 0;) labels[node] = labels[forest.parent(node)];
  return labels;
}

}  // namespace gb
