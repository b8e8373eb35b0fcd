#include "workloads/dataset/sorted_edges.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <numeric>
#include <vector>

#include "core/base/parallel.h"
#include "workloads/dataset/edge_rows.h"
#include "workloads/dataset/key_sort.h"

namespace gb {
namespace {

constexpr std::size_t kChunk = 4096;
constexpr std::uint64_t kMostParts = 64;
constexpr unsigned kSplitBits = 12;
constexpr std::uint64_t kFewestKeys = 1024;  // however little memory there is

/// All edges whose ids, as source << scale | target, are in [low, high).
struct Range {
  std::uint64_t low;
  std::uint64_t high;
  std::vector<std::uint64_t> in_part;  // how many of them each part of the draws holds

  std::uint64_t edges() const {
    return std::accumulate(in_part.begin(), in_part.end(), std::uint64_t{0});
  }
  unsigned id_bits() const { return static_cast<unsigned>(std::bit_width(high - 1 - low)); }
};

class SortedEdges {
 public:
  SortedEdges(DatasetWriter& out, TableOutput& table, const EdgeSource& source)
      : out_(out),
        table_(table),
        source_(source),
        weight_bits_(source.weighted ? 8 : 0),
        part_edges_(std::max<std::uint64_t>(kChunk, (source.edges + kMostParts - 1) / kMostParts)),
        most_keys_(std::max<std::uint64_t>(
            kFewestKeys,
            static_cast<std::uint64_t>(out.sort_memory_bytes()) / KeySorter::kBytesPerKey)) {}

  Result<void> put_all() {
    Range all{0, std::uint64_t{1} << (2 * source_.scale), {}};
    for (std::uint64_t first = 0; first < source_.edges; first += part_edges_) {
      all.in_part.push_back(std::min(part_edges_, source_.edges - first));
    }
    return put(all);
  }

 private:
  Result<void> put(const Range& range) {
    if (range.edges() == 0) return {};
    if (range.edges() <= most_keys_ && range.id_bits() + weight_bits_ <= 64) return sort(range);
    return range.id_bits() == 0 ? put_equal(range) : split(range);
  }

  /// visit(part, ids, weights, count) for the edges of the range, in chunks; parts side by side.
  template <class Visit>
  Result<void> draw(const Range& range, const Visit& visit) {
    for_each_index(table_.threads(), range.in_part.size(), [&](std::size_t part) {
      if (range.in_part[part] == 0) return;
      const std::uint64_t begin = part * part_edges_;
      const std::uint64_t end = std::min(begin + part_edges_, source_.edges);
      std::array<std::uint64_t, kChunk> ids;     // NOLINT(cppcoreguidelines-pro-type-member-init)
      std::array<std::uint8_t, kChunk> weights;  // NOLINT(cppcoreguidelines-pro-type-member-init)
      const bool whole = range.in_part[part] == end - begin;
      for (std::uint64_t at = begin; at < end && out_.still_wanted(); at += kChunk) {
        auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, end - at));
        source_.draw(at, count, ids.data(), weights.data());
        if (!whole) count = keep(range, ids.data(), weights.data(), count);
        visit(part, ids.data(), weights.data(), count);
      }
    });
    return out_.still_wanted();
  }

  std::size_t keep(const Range& range, std::uint64_t* ids, std::uint8_t* weights,
                   std::size_t count) const {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      ids[kept] = ids[i];
      if (source_.weighted) weights[kept] = weights[i];
      kept += ids[i] - range.low < range.high - range.low ? 1 : 0;
    }
    return kept;
  }

  Result<void> sort(const Range& range) {
    KeySorter sorter(range.in_part, range.id_bits() + weight_bits_);
    const auto drawn = draw(range, [&](std::size_t part, std::uint64_t* ids,
                                       const std::uint8_t* weights, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) ids[i] -= range.low;
      if (source_.weighted) {
        for (std::size_t i = 0; i < count; ++i) ids[i] = ids[i] << 8U | weights[i];
      }
      sorter.add(part, ids, count);
    });
    if (!drawn) return drawn;
    const std::uint64_t* const keys = sorter.sort(table_.threads(), out_.stop());
    if (auto wanted = out_.still_wanted(); !wanted) return wanted;
    return table_.ranges(static_cast<std::int64_t>(range.edges()), kBlockRows,
                         [&](std::int64_t first, std::int64_t last, RowBlock& block) {
                           EdgeRows rows(block, static_cast<std::size_t>(last - first));
                           for (const std::uint64_t* key = keys + first; key < keys + last; ++key) {
                             put_row(rows, range.low + (*key >> weight_bits_), *key & 0xFFU);
                           }
                         });
  }

  void put_row(EdgeRows& rows, std::uint64_t ids, std::uint64_t weight) const {
    const auto source = static_cast<std::int64_t>(ids >> source_.scale);
    const auto target = static_cast<std::int64_t>(ids & ((std::uint64_t{1} << source_.scale) - 1));
    if (source_.weighted) {
      rows.edge(source, target, static_cast<std::int64_t>(weight));
    } else {
      rows.edge(source, target);
    }
  }

  /// Counts by the highest bits that vary, and puts neighbouring counts together while they fit.
  Result<void> split(const Range& range) {
    const unsigned bits = range.id_bits();
    const unsigned shift = bits > kSplitBits ? bits - kSplitBits : 0;
    const auto pieces = static_cast<std::size_t>((range.high - 1 - range.low) >> shift) + 1;
    std::vector<std::vector<std::uint64_t>> counts(range.in_part.size(),
                                                   std::vector<std::uint64_t>(pieces));
    const auto drawn = draw(range, [&](std::size_t part, const std::uint64_t* ids,
                                       const std::uint8_t* /*weights*/, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) ++counts[part][(ids[i] - range.low) >> shift];
    });
    if (!drawn) return drawn;
    Range group{range.low, range.low, std::vector<std::uint64_t>(range.in_part.size())};
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      Range next{group.high, range.low + ((std::uint64_t{piece} + 1) << shift), {}};
      next.high = std::min(next.high, range.high);
      for (const auto& count : counts) next.in_part.push_back(count[piece]);
      Range both{group.low, next.high, group.in_part};
      for (std::size_t i = 0; i < next.in_part.size(); ++i) both.in_part[i] += next.in_part[i];
      if (both.edges() <= most_keys_ && both.id_bits() + weight_bits_ <= 64) {
        group = std::move(both);
        continue;
      }
      if (group.low < group.high) {
        if (auto done = put(group); !done) return done;
      }
      group = std::move(next);
    }
    return put(group);
  }

  /// More edges with the same two ends than fit: to count them is to sort them.
  Result<void> put_equal(const Range& range) {
    std::vector<std::array<std::int64_t, 256>> counts(range.in_part.size());
    const auto drawn = draw(range, [&](std::size_t part, const std::uint64_t* /*ids*/,
                                       const std::uint8_t* weights, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) ++counts[part][source_.weighted ? weights[i] : 0];
    });
    if (!drawn) return drawn;
    for (std::size_t weight = 0; weight < 256; ++weight) {
      std::int64_t count = 0;
      for (const auto& part : counts) count += part[weight];
      const auto put = table_.ranges(count, kBlockRows,
                                     [&](std::int64_t first, std::int64_t last, RowBlock& block) {
                                       EdgeRows rows(block, static_cast<std::size_t>(last - first));
                                       for (std::int64_t i = first; i < last; ++i)
                                         put_row(rows, range.low, weight);
                                     });
      if (!put) return put;
    }
    return {};
  }

  DatasetWriter& out_;
  TableOutput& table_;
  const EdgeSource& source_;
  unsigned weight_bits_;
  std::uint64_t part_edges_;
  std::uint64_t most_keys_;
};

}  // namespace

Result<void> write_sorted_edges(DatasetWriter& out, const EdgeSource& source) {
  return out.fill_rels(
      "EDGE", [&](TableOutput& table) { return SortedEdges(out, table, source).put_all(); });
}

}  // namespace gb
