#include "workloads/oracle/csr/read_csr.h"

#include <atomic>
#include <filesystem>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/data/csv_reader.h"
#include "workloads/oracle/csr/id_index.h"
#include "workloads/oracle/csr/plain_csv.h"

namespace gb {
namespace {

namespace fs = std::filesystem;
using Ids = std::vector<std::int64_t>;
using Edges = std::vector<Csr::Edge>;

constexpr std::size_t kLeastLineBytes =
    10;  // "0,1,EDGE\n" and a little: a guess at the rows of a chunk

/// Line by line, whatever the file looks like, and where it is wrong. use(reader, value of each
/// column).
template <class Use>
Result<void> read_lines(const fs::path& file, const std::vector<std::string_view>& types,
                        const Use& use) {
  auto reader = CsvReader::open(file);
  if (!reader) return tl::unexpected(reader.error());
  std::vector<std::size_t> columns;
  for (const std::string_view type : types) {
    const auto column = reader->column_of(type);
    if (!column) return tl::unexpected(column.error());
    columns.push_back(*column);
  }
  std::vector<std::int64_t> values(columns.size());
  for (;;) {
    const Result<bool> more = reader->next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto value = reader->int64(columns[i]);
      if (!value) return tl::unexpected(value.error());
      values[i] = *value;
    }
    if (auto used = use(values); !used) return within(reader->where(columns[0]), used.error());
  }
}

/// A plain file, chunk by chunk on all threads, into `parts`; false when it is not plain after all.
/// convert(part, first, second) may refuse a row.
template <class Part, class Convert>
Result<bool> read_plain(const fs::path& file, const std::vector<std::string_view>& types,
                        unsigned threads, std::vector<Part>& parts, const Convert& convert) {
  const auto csv = PlainCsv::open(file, types);
  if (!csv) return tl::unexpected(csv.error());
  if (!*csv) return false;
  const PlainCsv& plain = **csv;
  std::vector<Part> read(plain.chunk_count());
  std::atomic<bool> all = true;
  for_each_index(threads, read.size(), [&](std::size_t chunk) {
    if (!all) return;
    Part& part = read[chunk];
    part.reserve(plain.chunk_bytes(chunk) / kLeastLineBytes);
    const bool whole = plain.read(chunk, [&](std::int64_t first, std::int64_t second) {
      return convert(part, first, second);
    });
    if (!whole) all = false;
  });
  if (!all) return false;
  for (Part& part : read) parts.push_back(std::move(part));
  return true;
}

/// Names file and line of the id that `index` met twice.
Error where_twice(const std::vector<fs::path>& files, const Error& error) {
  std::unordered_set<std::int64_t> seen;
  for (const fs::path& file : files) {
    const auto read =
        read_lines(file, {"ID"}, [&](const std::vector<std::int64_t>& id) -> Result<void> {
          if (seen.insert(id[0]).second) return {};
          return fail(ErrorCode::InvalidArgument, "two nodes have the id {}", id[0]);
        });
    if (!read) return read.error();
  }
  return error;
}

Result<void> read_nodes(const fs::path& file, unsigned threads, Ids& ids) {
  std::vector<Ids> parts;
  const auto plain = read_plain(file, {"ID"}, threads, parts,
                                [](Ids& part, std::int64_t id, std::int64_t /*none*/) {
                                  part.push_back(id);
                                  return true;
                                });
  if (!plain) return tl::unexpected(plain.error());
  if (!*plain) {
    return read_lines(file, {"ID"}, [&](const Ids& id) -> Result<void> {
      ids.push_back(id[0]);
      return {};
    });
  }
  for (const Ids& part : parts) ids.insert(ids.end(), part.begin(), part.end());
  return {};
}

Result<void> read_edges(const fs::path& file, unsigned threads, const IdIndex& index,
                        std::vector<Edges>& parts) {
  const std::vector<std::string_view> columns = {"START_ID", "END_ID"};
  const auto plain = read_plain(file, columns, threads, parts,
                                [&](Edges& part, std::int64_t src, std::int64_t dst) {
                                  const Csr::Edge edge{index.find(src), index.find(dst)};
                                  part.push_back(edge);
                                  return edge.src != IdIndex::kNone && edge.dst != IdIndex::kNone;
                                });
  if (!plain) return tl::unexpected(plain.error());
  if (*plain) return {};
  Edges edges;
  const auto read = read_lines(file, columns, [&](const Ids& ends) -> Result<void> {
    const Csr::Edge edge{index.find(ends[0]), index.find(ends[1])};
    if (edge.src == IdIndex::kNone || edge.dst == IdIndex::kNone) {
      return fail(ErrorCode::InvalidArgument, "an edge from {} to {}, but no node has the id {}",
                  ends[0], ends[1], edge.src == IdIndex::kNone ? ends[0] : ends[1]);
    }
    edges.push_back(edge);
    return {};
  });
  parts.push_back(std::move(edges));
  return read;
}

}  // namespace

Result<Csr> read_csr(const Dataset& dataset, unsigned threads) {
  std::vector<fs::path> node_files;
  Ids ids;
  for (const NodeTable& table : dataset.nodes) {
    for (const fs::path& file : table.files) {
      node_files.push_back(file);
      if (auto read = read_nodes(file, threads, ids); !read) return tl::unexpected(read.error());
    }
  }
  if (ids.size() >= IdIndex::kNone) {
    return fail(ErrorCode::ResourceExhausted, "{} nodes are more than an oracle holds", ids.size());
  }
  const auto index = IdIndex::build(ids);
  if (!index) return tl::unexpected(where_twice(node_files, index.error()));
  std::vector<Edges> parts;
  for (const RelTable& table : dataset.rels) {
    for (const fs::path& file : table.files) {
      if (auto read = read_edges(file, threads, *index, parts); !read) {
        return tl::unexpected(read.error());
      }
    }
  }
  return Csr::build(ids, parts, dataset.checksum, threads);
}

}  // namespace gb
