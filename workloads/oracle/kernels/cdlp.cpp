#include <algorithm>
#include <numeric>

#include "workloads/oracle/kernels/grouping.h"

namespace gb {
namespace {

using Index = GraphModel::Index;

constexpr std::size_t kGrain = 256;

/// A node's place in the order of ids: what labels are while they are compared.
std::vector<Index> places_by_id(const GraphModel& graph, std::vector<Index>& by_id) {
  by_id.resize(graph.node_count());
  std::iota(by_id.begin(), by_id.end(), Index{0});
  std::sort(by_id.begin(), by_id.end(),
            [&](Index a, Index b) { return graph.id(a) < graph.id(b); });
  std::vector<Index> places(by_id.size());
  for (std::size_t place = 0; place < by_id.size(); ++place) {
    places[by_id[place]] = static_cast<Index>(place);
  }
  return places;
}

/// Counts labels of one node at a time; empty in between.
class Bag {
 public:
  explicit Bag(std::size_t labels) : counts_(labels, 0) {}

  void add(const std::vector<Index>& labels, std::span<const Index> nodes) {
    for (const Index node : nodes) {
      const Index label = labels[node];
      const std::uint32_t count = ++counts_[label];
      if (count > most_ || (count == most_ && label < winner_)) {
        most_ = count;
        winner_ = label;
      }
    }
  }
  /// Takes back what was added.
  void forget(const std::vector<Index>& labels, std::span<const Index> nodes) {
    for (const Index node : nodes) counts_[labels[node]] = 0;
    most_ = 0;
  }
  Index winner() const { return winner_; }

 private:
  std::vector<std::uint32_t> counts_;
  std::uint32_t most_ = 0;
  Index winner_ = 0;
};

}  // namespace

std::vector<std::int64_t> communities(const GraphModel& graph, int rounds, Team& team) {
  std::vector<Index> by_id;
  std::vector<Index> labels = places_by_id(graph, by_id);
  std::vector<Index> next = labels;
  std::vector<Bag> bags(team.size(), Bag(labels.size()));
  for (int round = 0; round < rounds; ++round) {
    team.pieces(labels.size(), kGrain, [&](std::size_t from, std::size_t to, unsigned worker) {
      Bag& bag = bags[worker];
      for (std::size_t at = from; at < to; ++at) {
        const auto node = static_cast<Index>(at);
        const auto out = graph.out(node);
        const auto in = graph.in(node);
        if (out.empty() && in.empty()) continue;
        bag.add(labels, out);
        bag.add(labels, in);
        next[at] = bag.winner();
        bag.forget(labels, out);
        bag.forget(labels, in);
      }
    });
    labels.swap(next);
  }
  std::vector<std::int64_t> ids(labels.size());
  for (std::size_t node = 0; node < ids.size(); ++node) ids[node] = graph.id(by_id[labels[node]]);
  return ids;
}

}  // namespace gb
