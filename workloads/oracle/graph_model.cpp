#include "workloads/oracle/graph_model.h"

#include <exception>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "workloads/oracle/csr/csr_cache.h"
#include "workloads/oracle/csr/read_csr.h"

namespace gb {
namespace {

// Smaller ones are read before a file is opened and synced.
constexpr std::int64_t kCachedFromEdges = 1'000'000;

Result<Csr> csr_of(const Dataset& dataset) {
  const unsigned threads = thread_count(0);
  if (dataset.edge_count < kCachedFromEdges || dataset.folder.empty() || dataset.checksum.empty()) {
    return read_csr(dataset, threads);
  }
  // Beside the folders the checksum covers.
  return cached_csr(dataset, dataset.folder / "graph.csr", threads);
}

}  // namespace

Result<GraphModel> GraphModel::adopt(Csr csr) {
  // What built the graph has met every id once.
  auto index = IdIndex::build(csr.ids());
  if (!index) return tl::unexpected(index.error());
  return GraphModel(std::move(csr), std::move(*index));
}

Result<GraphModel> GraphModel::read(const Dataset& dataset) try {
  auto csr = csr_of(dataset);
  if (!csr) return tl::unexpected(csr.error());
  return adopt(std::move(*csr));
} catch (const std::exception& error) {
  return fail(ErrorCode::ResourceExhausted, "the graph of {} needs more memory than there is ({})",
              dataset.name, error.what());
}

Result<GraphModel> GraphModel::from_edges(std::span<const std::int64_t> ids,
                                          std::span<const Edge> edges) {
  const auto index = IdIndex::build(ids);
  if (!index) return tl::unexpected(index.error());
  std::vector<Csr::Edge> indexed;
  indexed.reserve(edges.size());
  for (const Edge& edge : edges) {
    const Csr::Edge between{index->find(edge.src), index->find(edge.dst)};
    if (between.src == IdIndex::kNone || between.dst == IdIndex::kNone) {
      return fail(ErrorCode::InvalidArgument, "an edge from {} to {}, but no node has the id {}",
                  edge.src, edge.dst, between.src == IdIndex::kNone ? edge.src : edge.dst);
    }
    indexed.push_back(between);
  }
  auto csr = Csr::build(ids, {std::move(indexed)}, "", 1);
  if (!csr) return tl::unexpected(csr.error());
  return adopt(std::move(*csr));
}

}  // namespace gb
