#include "workloads/oracle/graph_model.h"

#include <algorithm>
#include <limits>

#include "core/data/csv_reader.h"

namespace gb {
namespace {

/// Adjacency in compressed form: the neighbours of node v, ascending, stand from starts[v] up to
/// starts[v + 1].
template <class Edges, class From, class To>
void compress(GraphModel::Index node_count, const Edges& edges, From from, To to,
              std::vector<std::uint64_t>& starts, std::vector<GraphModel::Index>& neighbours) {
  starts.assign(std::size_t{node_count} + 1, 0);
  for (const auto& edge : edges) ++starts[std::size_t{from(edge)} + 1];
  for (std::size_t v = 0; v < node_count; ++v) starts[v + 1] += starts[v];
  neighbours.resize(edges.size());
  std::vector<std::uint64_t> next(starts.begin(), starts.end() - 1);
  for (const auto& edge : edges) neighbours[next[from(edge)]++] = to(edge);
  for (std::size_t v = 0; v < node_count; ++v) {
    std::sort(neighbours.begin() + static_cast<std::ptrdiff_t>(starts[v]),
              neighbours.begin() + static_cast<std::ptrdiff_t>(starts[v + 1]));
  }
}

}  // namespace

std::optional<GraphModel::Index> GraphModel::find(std::int64_t id) const {
  const auto found = index_.find(id);
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

Result<void> GraphModel::add_node(std::int64_t id) {
  if (ids_.size() >= std::numeric_limits<Index>::max()) {
    return fail(ErrorCode::ResourceExhausted, "more than {} nodes", ids_.size());
  }
  if (!index_.emplace(id, node_count()).second) {
    return fail(ErrorCode::InvalidArgument, "two nodes have the id {}", id);
  }
  ids_.push_back(id);
  return {};
}

Result<GraphModel::IndexedEdge> GraphModel::edge_between(std::int64_t src, std::int64_t dst) const {
  const std::optional<Index> tail = find(src);
  const std::optional<Index> head = find(dst);
  if (!tail || !head) {
    return fail(ErrorCode::InvalidArgument, "an edge from {} to {}, but no node has the id {}", src,
                dst, tail ? dst : src);
  }
  return IndexedEdge{*tail, *head};
}

Result<void> GraphModel::add_node_file(const std::filesystem::path& file) {
  Result<CsvReader> reader = CsvReader::open(file);
  if (!reader) return tl::unexpected(reader.error());
  const Result<std::size_t> column = reader->column_of("ID");
  if (!column) return tl::unexpected(column.error());
  for (;;) {
    const Result<bool> more = reader->next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    const Result<std::int64_t> id = reader->int64(*column);
    if (!id) return tl::unexpected(id.error());
    const Result<void> added = add_node(*id);
    if (!added) return within(reader->where(*column), added.error());
  }
}

Result<void> GraphModel::add_edge_file(const std::filesystem::path& file,
                                       std::vector<IndexedEdge>& edges) {
  Result<CsvReader> reader = CsvReader::open(file);
  if (!reader) return tl::unexpected(reader.error());
  const Result<std::size_t> start = reader->column_of("START_ID");
  if (!start) return tl::unexpected(start.error());
  const Result<std::size_t> end = reader->column_of("END_ID");
  if (!end) return tl::unexpected(end.error());
  for (;;) {
    const Result<bool> more = reader->next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    const Result<std::int64_t> src = reader->int64(*start);
    if (!src) return tl::unexpected(src.error());
    const Result<std::int64_t> dst = reader->int64(*end);
    if (!dst) return tl::unexpected(dst.error());
    const Result<IndexedEdge> edge = edge_between(*src, *dst);
    if (!edge) return within(reader->where(*start), edge.error());
    edges.push_back(*edge);
  }
}

void GraphModel::adopt(const std::vector<IndexedEdge>& edges) {
  const auto src = [](const IndexedEdge& edge) { return edge.src; };
  const auto dst = [](const IndexedEdge& edge) { return edge.dst; };
  compress(node_count(), edges, src, dst, out_starts_, out_heads_);
  compress(node_count(), edges, dst, src, in_starts_, in_tails_);
}

Result<GraphModel> GraphModel::read(const Dataset& dataset) {
  GraphModel graph;
  for (const NodeTable& table : dataset.nodes) {
    for (const std::filesystem::path& file : table.files) {
      const Result<void> added = graph.add_node_file(file);
      if (!added) return tl::unexpected(added.error());
    }
  }
  std::vector<IndexedEdge> edges;
  edges.reserve(static_cast<std::size_t>(std::max<std::int64_t>(dataset.edge_count, 0)));
  for (const RelTable& table : dataset.rels) {
    for (const std::filesystem::path& file : table.files) {
      const Result<void> added = graph.add_edge_file(file, edges);
      if (!added) return tl::unexpected(added.error());
    }
  }
  graph.adopt(edges);
  return graph;
}

Result<GraphModel> GraphModel::from_edges(std::span<const std::int64_t> ids,
                                          std::span<const Edge> edges) {
  GraphModel graph;
  for (const std::int64_t id : ids) {
    const Result<void> added = graph.add_node(id);
    if (!added) return tl::unexpected(added.error());
  }
  std::vector<IndexedEdge> indexed;
  indexed.reserve(edges.size());
  for (const Edge& edge : edges) {
    const Result<IndexedEdge> between = graph.edge_between(edge.src, edge.dst);
    if (!between) return tl::unexpected(between.error());
    indexed.push_back(*between);
  }
  graph.adopt(indexed);
  return graph;
}

}  // namespace gb
