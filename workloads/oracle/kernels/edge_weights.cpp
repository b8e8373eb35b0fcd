#include "workloads/oracle/kernels/edge_weights.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/parallel.h"
#include "core/data/csv_reader.h"
#include "workloads/oracle/csr/plain_csv.h"

namespace gb {
namespace {

namespace fs = std::filesystem;
using Index = GraphModel::Index;
using Weight = EdgeWeights::Weight;

constexpr std::string_view kProperty = "w";
constexpr std::int64_t kMost = std::numeric_limits<Weight>::max();

/// An edge by the indices of its ends.
struct Weighed {
  Index src = 0;
  Index dst = 0;
  Weight weight = 1;
};
using Part = std::vector<Weighed>;

bool precedes(const Weighed& a, const Weighed& b) {
  return std::tie(a.src, a.dst, a.weight) < std::tie(b.src, b.dst, b.weight);
}

/// The graph was read from the same lines, so both ends are known.
Weighed weighed(const GraphModel& graph, std::int64_t src, std::int64_t dst, Weight weight) {
  return {graph.find(src).value_or(0), graph.find(dst).value_or(0), weight};
}

/// All chunks of a plain file at once; false when it is not plain, or a weight is none.
Result<bool> read_plain(const fs::path& file, const GraphModel& graph, bool has_weights,
                        std::vector<Part>& parts) {
  const auto ends = PlainCsv::open(file, {"START_ID", "END_ID"});
  if (!ends) return tl::unexpected(ends.error());
  if (!*ends) return false;
  std::optional<PlainCsv> weights;
  if (has_weights) {
    // The same chunks: they depend on the file alone.
    auto opened = PlainCsv::open(file, {kProperty});
    if (!opened) return tl::unexpected(opened.error());
    if (!*opened) return false;
    weights = std::move(*opened);
  }
  std::vector<Part> read((*ends)->chunk_count());
  std::atomic<bool> all = true;
  for_each_index(thread_count(0), read.size(), [&](std::size_t chunk) {
    Part& part = read[chunk];
    bool whole = (*ends)->read(chunk, [&](std::int64_t src, std::int64_t dst) {
      part.push_back(weighed(graph, src, dst, 1));
      return true;
    });
    std::size_t line = 0;
    const auto take = [&](std::int64_t weight, std::int64_t /*none*/) {
      if (weight < 0 || weight > kMost) return false;
      part[line++].weight = static_cast<Weight>(weight);
      return true;
    };
    if (weights) whole = whole && weights->read(chunk, take) && line == part.size();
    if (!whole) all = false;
  });
  if (!all) return false;
  std::move(read.begin(), read.end(), std::back_inserter(parts));
  return true;
}

Result<void> read_lines(const fs::path& file, const GraphModel& graph, bool has_weights,
                        Part& part) {
  auto reader = CsvReader::open(file);
  if (!reader) return tl::unexpected(reader.error());
  const auto src_column = reader->column_of("START_ID");
  const auto dst_column = reader->column_of("END_ID");
  if (!src_column) return tl::unexpected(src_column.error());
  if (!dst_column) return tl::unexpected(dst_column.error());
  const std::size_t weight_column =
      has_weights ? reader->header().find_property(kProperty).value_or(0) : 0;
  for (;;) {
    const Result<bool> more = reader->next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    const auto src = reader->int64(*src_column);
    const auto dst = reader->int64(*dst_column);
    if (!src) return tl::unexpected(src.error());
    if (!dst) return tl::unexpected(dst.error());
    std::int64_t weight = 1;
    if (has_weights) {
      const auto value = reader->int64(weight_column);
      if (!value) return tl::unexpected(value.error());
      weight = *value;
      if (weight < 0 || weight > kMost) {
        return fail(ErrorCode::InvalidArgument, "{}: a weight of {}; weights are from 0 to {}",
                    reader->where(weight_column), weight, kMost);
      }
    }
    part.push_back(weighed(graph, *src, *dst, static_cast<Weight>(weight)));
  }
}

Result<void> read_file(const fs::path& file, const GraphModel& graph, std::vector<Part>& parts) {
  const auto reader = CsvReader::open(file);
  if (!reader) return tl::unexpected(reader.error());
  const bool has_weights = reader->header().find_property(kProperty).has_value();
  const auto plain = read_plain(file, graph, has_weights, parts);
  if (!plain) return tl::unexpected(plain.error());
  if (*plain) return {};
  return read_lines(file, graph, has_weights, parts.emplace_back());
}

/// In the order of the out-adjacency. Generated files are in it already, but for parallel edges.
std::vector<Weight> in_order(std::vector<Part> parts) {
  Part all;
  if (parts.size() == 1) {
    all = std::move(parts.front());
  } else {
    for (const Part& part : parts) all.insert(all.end(), part.begin(), part.end());
  }
  if (!std::is_sorted(all.begin(), all.end(), precedes)) {
    const auto by_ends = [](const Weighed& a, const Weighed& b) {
      return std::tie(a.src, a.dst) < std::tie(b.src, b.dst);
    };
    if (std::is_sorted(all.begin(), all.end(), by_ends)) {
      for (auto run = all.begin(); run != all.end();) {
        const auto end =
            std::find_if(run, all.end(), [&](const Weighed& edge) { return by_ends(*run, edge); });
        std::sort(run, end, precedes);
        run = end;
      }
    } else {
      std::sort(all.begin(), all.end(), precedes);
    }
  }
  std::vector<Weight> weights;
  weights.reserve(all.size());
  for (const Weighed& edge : all) weights.push_back(edge.weight);
  return weights;
}

}  // namespace

EdgeWeights::EdgeWeights(std::vector<Weight> weights) : weights_(std::move(weights)) {
  if (!weights_.empty()) largest_ = *std::max_element(weights_.begin(), weights_.end());
}

EdgeWeights EdgeWeights::ones(const GraphModel& graph) {
  return EdgeWeights(std::vector<Weight>(static_cast<std::size_t>(graph.edge_count()), 1));
}

Result<EdgeWeights> EdgeWeights::read(const Dataset& dataset, const GraphModel& graph) {
  const auto weighs = [](const RelTable& table) {
    return std::any_of(table.properties.begin(), table.properties.end(), [](const Property& p) {
      return p.name == kProperty && p.type == PropertyType::Int64;
    });
  };
  if (std::none_of(dataset.rels.begin(), dataset.rels.end(), weighs)) return ones(graph);
  std::vector<Part> parts;
  for (const RelTable& table : dataset.rels) {
    for (const fs::path& file : table.files) {
      if (auto read = read_file(file, graph, parts); !read) return tl::unexpected(read.error());
    }
  }
  std::vector<Weight> weights = in_order(std::move(parts));
  if (weights.size() != static_cast<std::size_t>(graph.edge_count())) {
    return fail(ErrorCode::InvalidArgument,
                "the files of {} have {} edges, and the graph made from them has {}: they were "
                "changed in between",
                dataset.name, weights.size(), graph.edge_count());
  }
  return EdgeWeights(std::move(weights));
}

Result<EdgeWeights> EdgeWeights::from_edges(const GraphModel& graph, std::span<const Edge> edges) {
  Part part;
  for (const Edge& edge : edges) {
    if (edge.weight < 0 || edge.weight > kMost) {
      return fail(ErrorCode::InvalidArgument, "a weight of {}; weights are from 0 to {}",
                  edge.weight, kMost);
    }
    part.push_back(weighed(graph, edge.src, edge.dst, static_cast<Weight>(edge.weight)));
  }
  if (part.size() != static_cast<std::size_t>(graph.edge_count())) {
    return fail(ErrorCode::InvalidArgument, "{} weights for {} edges", part.size(),
                graph.edge_count());
  }
  return EdgeWeights(in_order({std::move(part)}));
}

}  // namespace gb
