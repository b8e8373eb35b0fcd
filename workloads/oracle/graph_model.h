#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"

namespace gb {

/// A dataset as one directed multigraph, labels and types merged (workloads §6): nodes in file
/// order, both adjacencies compressed and sorted. An edge with an unknown endpoint is an error.
class GraphModel {
 public:
  using Index = std::uint32_t;

  static Result<GraphModel> read(const Dataset& dataset);

  Index node_count() const { return static_cast<Index>(ids_.size()); }
  std::int64_t edge_count() const { return static_cast<std::int64_t>(out_heads_.size()); }
  std::int64_t id(Index node) const { return ids_[node]; }
  std::optional<Index> find(std::int64_t id) const;
  std::span<const Index> out(Index node) const {  // ascending, parallel edges repeat
    return {out_heads_.data() + out_starts_[node], out_heads_.data() + out_starts_[node + 1]};
  }
  std::span<const Index> in(Index node) const {
    return {in_tails_.data() + in_starts_[node], in_tails_.data() + in_starts_[node + 1]};
  }

 private:
  std::vector<std::int64_t> ids_;
  std::unordered_map<std::int64_t, Index> index_;
  std::vector<std::uint64_t> out_starts_, in_starts_;
  std::vector<Index> out_heads_, in_tails_;
};

}  // namespace gb
