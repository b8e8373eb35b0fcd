#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"

namespace gb {

/// A dataset as one directed multigraph, labels and types merged (workloads §6): nodes in file
/// order, both adjacencies compressed and sorted by index. Immutable once made.
class GraphModel {
 public:
  using Index = std::uint32_t;

  /// A directed edge by the ids of its ends.
  struct Edge {
    std::int64_t src = 0;
    std::int64_t dst = 0;
  };

  /// From the canonical CSV. InvalidArgument, naming file and line, for an id that is no 64-bit
  /// integer, an id used twice or an edge whose end is no node.
  static Result<GraphModel> read(const Dataset& dataset);
  /// From memory; InvalidArgument as above, naming the id.
  static Result<GraphModel> from_edges(std::span<const std::int64_t> ids,
                                       std::span<const Edge> edges);

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
  struct IndexedEdge {
    Index src = 0;
    Index dst = 0;
  };

  Result<void> add_node(std::int64_t id);
  Result<IndexedEdge> edge_between(std::int64_t src, std::int64_t dst) const;
  Result<void> add_node_file(const std::filesystem::path& file);
  Result<void> add_edge_file(const std::filesystem::path& file, std::vector<IndexedEdge>& edges);
  void adopt(const std::vector<IndexedEdge>& edges);

  std::vector<std::int64_t> ids_;
  std::unordered_map<std::int64_t, Index> index_;
  std::vector<std::uint64_t> out_starts_, in_starts_;
  std::vector<Index> out_heads_, in_tails_;
};

}  // namespace gb
