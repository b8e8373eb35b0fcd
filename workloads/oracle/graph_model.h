#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/oracle/csr/csr.h"
#include "workloads/oracle/csr/id_index.h"

namespace gb {

/// A dataset as one directed multigraph, labels and types merged (workloads §6): nodes in file
/// order, both adjacencies compressed and sorted by index. Immutable once made.
class GraphModel {
 public:
  using Index = Csr::Index;

  /// A directed edge by the ids of its ends.
  struct Edge {
    std::int64_t src = 0;
    std::int64_t dst = 0;
  };

  /// From the canonical CSV, on all cores; a large one by way of a cache file in the dataset's
  /// folder, graph.csr, mapped when it is there and whole. InvalidArgument, naming file and line,
  /// for an id that is no 64-bit integer, an id used twice or an edge whose end is no node.
  static Result<GraphModel> read(const Dataset& dataset);
  /// From memory; InvalidArgument as above, naming the id.
  static Result<GraphModel> from_edges(std::span<const std::int64_t> ids,
                                       std::span<const Edge> edges);

  Index node_count() const { return csr_.node_count(); }
  std::int64_t edge_count() const { return static_cast<std::int64_t>(csr_.edge_count()); }
  std::int64_t id(Index node) const { return csr_.ids()[node]; }
  std::optional<Index> find(std::int64_t id) const {
    const Index index = index_.find(id);
    return index == IdIndex::kNone ? std::nullopt : std::optional<Index>(index);
  }
  std::span<const Index> out(Index node) const {  // ascending, parallel edges repeat
    return csr_.out(node);
  }
  std::span<const Index> in(Index node) const { return csr_.in(node); }

 private:
  GraphModel(Csr csr, IdIndex index) : csr_(std::move(csr)), index_(std::move(index)) {}
  static Result<GraphModel> adopt(Csr csr);

  Csr csr_;
  IdIndex index_;  // of the ids in csr_, which copies share
};

}  // namespace gb
