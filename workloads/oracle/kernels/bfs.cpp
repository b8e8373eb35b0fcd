#include <algorithm>
#include <atomic>
#include <bit>

#include "workloads/oracle/kernels/traversal.h"

namespace gb {
namespace {

using Index = GraphModel::Index;

// Beamer's constants: outwards until the frontier's edges exceed a fifteenth of those not looked at
// yet, back again once it is smaller than an eighteenth of the nodes and shrinks.
constexpr std::int64_t kAlpha = 15;
constexpr std::int64_t kBeta = 18;

constexpr std::size_t kFrontierGrain = 64;
constexpr std::size_t kNodeGrain =
    4096;  // a multiple of 64: no two pieces share a word of a bitmap

class Bfs {
 public:
  Bfs(const GraphModel& graph, Team& team)
      : graph_(graph), team_(team), levels_(graph.node_count(), kUnreached), found_(team.size()) {}

  std::vector<std::int32_t> run(Index source) {
    levels_[source] = 0;
    frontier_ = {source};
    std::int64_t unexplored = graph_.edge_count();
    std::int64_t frontier_edges = out_degree(source);
    while (!frontier_.empty()) {
      if (frontier_edges > unexplored / kAlpha) {
        from_the_unreached();
        frontier_edges = 1;
      } else {
        unexplored -= frontier_edges;
        frontier_edges = from_the_frontier();
      }
    }
    return std::move(levels_);
  }

 private:
  struct alignas(64) Found {
    std::vector<Index> nodes;
    std::int64_t count = 0;
  };

  std::int64_t out_degree(Index node) const {
    return static_cast<std::int64_t>(graph_.out(node).size());
  }

  std::int64_t from_the_frontier() {
    const std::int32_t level = ++level_;
    for (Found& found : found_) found.count = 0;
    team_.pieces(
        frontier_.size(), kFrontierGrain, [&](std::size_t from, std::size_t to, unsigned worker) {
          Found& found = found_[worker];
          for (std::size_t i = from; i < to; ++i) {
            for (const Index head : graph_.out(frontier_[i])) {
              const std::atomic_ref<std::int32_t> reached(levels_[head]);
              std::int32_t none = kUnreached;
              if (reached.load(std::memory_order_relaxed) != kUnreached ||
                  !reached.compare_exchange_strong(none, level, std::memory_order_relaxed)) {
                continue;
              }
              found.nodes.push_back(head);
              found.count += out_degree(head);
            }
          }
        });
    return gather();
  }

  /// What the workers found becomes the frontier; the sum of their counts.
  std::int64_t gather() {
    std::int64_t count = 0;
    frontier_.clear();
    for (Found& found : found_) {
      frontier_.insert(frontier_.end(), found.nodes.begin(), found.nodes.end());
      found.nodes.clear();
      count += found.count;
    }
    return count;
  }

  void from_the_unreached() {
    const std::size_t words = (graph_.node_count() + std::size_t{63}) / 64;
    front_.assign(words, 0);
    next_.resize(words);
    for (const Index node : frontier_) front_[node / 64] |= std::uint64_t{1} << (node % 64);
    auto awake = static_cast<std::int64_t>(frontier_.size());
    for (std::int64_t before = 0;;) {
      before = awake;
      awake = one_level_back();
      std::swap(front_, next_);
      if (awake == 0 || (awake < before && awake <= graph_.node_count() / kBeta)) break;
    }
    team_.pieces(words, kNodeGrain / 64, [&](std::size_t from, std::size_t to, unsigned worker) {
      for (std::size_t word = from; word < to; ++word) {
        for (std::uint64_t bits = front_[word]; bits != 0; bits &= bits - 1) {
          found_[worker].nodes.push_back(
              static_cast<Index>(word * 64 + static_cast<unsigned>(std::countr_zero(bits))));
        }
      }
    });
    gather();
  }

  std::int64_t one_level_back() {
    const std::int32_t level = ++level_;
    for (Found& found : found_) found.count = 0;
    team_.pieces(graph_.node_count(), kNodeGrain,
                 [&](std::size_t from, std::size_t to, unsigned worker) {
                   std::int64_t count = 0;
                   for (std::size_t word = from; word < to; word += 64) {
                     std::uint64_t bits = 0;
                     for (std::size_t at = word; at < std::min(word + 64, to); ++at) {
                       if (levels_[at] != kUnreached || !has_tail_in_front(at)) continue;
                       levels_[at] = level;
                       bits |= std::uint64_t{1} << (at % 64);
                     }
                     next_[word / 64] = bits;
                     count += std::popcount(bits);
                   }
                   found_[worker].count += count;
                 });
    std::int64_t awake = 0;
    for (const Found& found : found_) awake += found.count;
    return awake;
  }

  bool has_tail_in_front(std::size_t node) const {
    for (const Index tail : graph_.in(static_cast<Index>(node))) {
      if ((front_[tail / 64] >> (tail % 64) & 1U) != 0) return true;
    }
    return false;
  }

  const GraphModel& graph_;
  Team& team_;
  std::vector<std::int32_t> levels_;
  std::vector<Found> found_;  // by worker
  std::vector<Index> frontier_;
  std::vector<std::uint64_t> front_, next_;  // a bit per node
  std::int32_t level_ = 0;
};

}  // namespace

std::vector<std::int32_t> bfs_levels(const GraphModel& graph, Index source, Team& team) {
  return Bfs(graph, team).run(source);
}

std::int64_t edges_reached(const GraphModel& graph, Index source, Team& team) {
  const std::vector<std::int32_t> levels = bfs_levels(graph, source, team);
  std::int64_t edges = 0;
  for (Index node = 0; node < graph.node_count(); ++node) {
    if (levels[node] != kUnreached) edges += static_cast<std::int64_t>(graph.out(node).size());
  }
  return edges;
}

}  // namespace gb
