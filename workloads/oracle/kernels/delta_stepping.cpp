#include <algorithm>
#include <atomic>
#include <limits>

#include "workloads/oracle/kernels/traversal.h"

namespace gb {
namespace {

using Index = GraphModel::Index;
using Distance = std::int64_t;

constexpr Distance kFar = std::numeric_limits<Distance>::max();
constexpr std::size_t kGrain = 64;
/// A worker's own nodes of the present bucket are settled by itself while they are few: most rounds
/// would otherwise be shorter than their barrier.
constexpr std::size_t kFewNodes = 1000;

class DeltaStepping {
 public:
  DeltaStepping(const GraphModel& graph, const EdgeWeights& weights, Team& team)
      : graph_(graph),
        weights_(weights),
        team_(team),
        delta_(width_of_bucket(graph, weights)),
        buckets_(static_cast<std::size_t>(weights.largest() / delta_) + 2),
        distances_(graph.node_count(), kFar),
        bins_(team.size()) {
    for (Bins& bins : bins_) bins.of.resize(buckets_);
  }

  std::vector<Distance> run(Index source) {
    distances_[source] = 0;
    frontier_ = {source};
    do {
      settle_frontier();
    } while (next_bucket());
    std::replace(distances_.begin(), distances_.end(), kFar, Distance{kUnreached});
    return std::move(distances_);
  }

 private:
  /// Open buckets reach no further than the heaviest edge from the present one, so they are used
  /// in a ring.
  struct alignas(64) Bins {
    std::vector<std::vector<Index>> of;
  };

  /// Wide enough for a bucket to keep the workers busy, narrow enough to settle few nodes twice.
  static Distance width_of_bucket(const GraphModel& graph, const EdgeWeights& weights) {
    const double degree = static_cast<double>(graph.edge_count()) /
                          std::max<double>(1, static_cast<double>(graph.node_count()));
    return std::max<Distance>(
        1, static_cast<Distance>(static_cast<double>(weights.largest()) / std::max(degree, 1.0)));
  }

  void settle_frontier() {
    std::atomic<std::size_t> next{0};
    team_.step([&](unsigned worker) {
      Bins& bins = bins_[worker];
      for (;;) {
        const std::size_t from = next.fetch_add(kGrain, std::memory_order_relaxed);
        if (from >= frontier_.size()) break;
        const std::size_t to = std::min(from + kGrain, frontier_.size());
        for (std::size_t i = from; i < to; ++i) relax_edges_of(frontier_[i], bins);
      }
      std::vector<Index>& own = bins.of[ring(bucket_)];
      std::vector<Index> nodes;
      while (!own.empty() && own.size() < kFewNodes) {
        nodes.clear();
        std::swap(nodes, own);
        for (const Index node : nodes) relax_edges_of(node, bins);
      }
    });
  }

  void relax_edges_of(Index node, Bins& bins) {
    const Distance to_node =
        std::atomic_ref<Distance>(distances_[node]).load(std::memory_order_relaxed);
    // Settled by an earlier bucket since it was put into this one.
    if (to_node < bucket_ * delta_) return;
    const auto heads = graph_.out(node);
    const auto weights = weights_.out(graph_, node);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const Distance there = to_node + weights[i];
      const std::atomic_ref<Distance> known(distances_[heads[i]]);
      Distance before = known.load(std::memory_order_relaxed);
      while (there < before) {
        if (!known.compare_exchange_weak(before, there, std::memory_order_relaxed)) continue;
        bins.of[ring(there / delta_)].push_back(heads[i]);
        break;
      }
    }
  }

  std::size_t ring(Distance bucket) const { return static_cast<std::size_t>(bucket) % buckets_; }

  /// The nearest bucket that is not empty becomes the frontier; false when there is none.
  bool next_bucket() {
    frontier_.clear();
    for (std::size_t ahead = 0; ahead < buckets_; ++ahead) {
      const Distance bucket = bucket_ + static_cast<Distance>(ahead);
      for (Bins& bins : bins_) {
        std::vector<Index>& nodes = bins.of[ring(bucket)];
        frontier_.insert(frontier_.end(), nodes.begin(), nodes.end());
        nodes.clear();
      }
      if (frontier_.empty()) continue;
      bucket_ = bucket;
      return true;
    }
    return false;
  }

  const GraphModel& graph_;
  const EdgeWeights& weights_;
  Team& team_;
  Distance delta_;
  std::size_t buckets_;
  std::vector<Distance> distances_;
  std::vector<Bins> bins_;
  std::vector<Index> frontier_;
  Distance bucket_ = 0;  // the present one: distances from bucket_ * delta_ on
};

}  // namespace

std::vector<std::int64_t> shortest_distances(const GraphModel& graph, const EdgeWeights& weights,
                                             Index source, Team& team) {
  return DeltaStepping(graph, weights, team).run(source);
}

}  // namespace gb
