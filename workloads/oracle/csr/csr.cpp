#include "workloads/oracle/csr/csr.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "core/base/parallel.h"
#include "workloads/oracle/csr/csr_image.h"

namespace gb {
namespace {

using Index = Csr::Index;
using Edge = Csr::Edge;
using Parts = std::vector<std::vector<Edge>>;
using Starts = std::span<std::uint64_t>;

/// Each group of edges counts its keys by itself, so that none waits for another; more groups than
/// this cost more memory than they gain.
constexpr unsigned kMostGroups = 8;

/// Groups edges by their key, those of equal key in the order they are given. each(group, visit)
/// calls visit(key, value) for the edges of one group, the same each time.
template <class Count, class Each>
void bucket(unsigned groups, Starts starts, Index* values, const Each& each) {
  const std::size_t nodes = starts.size() - 1;
  std::vector<std::vector<Count>> at(groups);
  for_each_index(groups, groups, [&](std::size_t group) {
    at[group].resize(nodes);
    each(group, [&, counts = at[group].data()](Index key, Index) { ++counts[key]; });
  });
  Count total = 0;
  for (std::size_t node = 0; node < nodes; ++node) {
    starts[node] = total;
    for (std::vector<Count>& counts : at) total += std::exchange(counts[node], total);
  }
  starts[nodes] = total;
  for_each_index(groups, groups, [&](std::size_t group) {
    each(group,
         [&, places = at[group].data()](Index key, Index value) { values[places[key]++] = value; });
  });
}

template <class Each>
void bucket_by_key(std::uint64_t edges, unsigned groups, Starts starts, Index* values,
                   const Each& each) {
  if (edges <= std::numeric_limits<std::uint32_t>::max()) {
    bucket<std::uint32_t>(groups, starts, values, each);
  } else {
    bucket<std::uint64_t>(groups, starts, values, each);
  }
}

/// The same edges the other way round; its lists ascend, for the nodes are visited in order.
void transpose(unsigned groups, std::span<const std::uint64_t> starts, const Index* values,
               Starts to_starts, Index* to_values) {
  const std::size_t nodes = starts.size() - 1;
  std::vector<std::size_t> firsts;  // of each group: about as many edges each
  for (std::size_t group = 0; group <= groups; ++group) {
    const std::uint64_t edge = starts[nodes] / groups * group;
    const auto at = std::lower_bound(starts.begin(), starts.end() - 1, edge);
    firsts.push_back(group == groups ? nodes : static_cast<std::size_t>(at - starts.begin()));
  }
  bucket_by_key(starts[nodes], groups, to_starts, to_values,
                [&](std::size_t group, const auto& visit) {
                  for (std::size_t node = firsts[group]; node < firsts[group + 1]; ++node) {
                    for (std::uint64_t i = starts[node]; i < starts[node + 1]; ++i) {
                      visit(values[i], static_cast<Index>(node));
                    }
                  }
                });
}

bool precedes(const Edge& a, const Edge& b) {
  return a.src < b.src || (a.src == b.src && a.dst < b.dst);
}

/// Generated files are sorted, and then reading them is all there is to do.
bool all_sorted(const Parts& parts, unsigned threads) {
  std::vector<char> sorted(parts.size());
  for_each_index(threads, parts.size(), [&](std::size_t i) {
    sorted[i] = std::is_sorted(parts[i].begin(), parts[i].end(), precedes) ? 1 : 0;
  });
  const Edge* last = nullptr;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty()) continue;
    if (sorted[i] == 0 || (last != nullptr && precedes(parts[i].front(), *last))) return false;
    last = &parts[i].back();
  }
  return true;
}

void copy_sorted(const Parts& parts, unsigned threads, Starts starts, Index* heads) {
  struct Place {
    std::uint64_t first_edge;
    std::size_t next_node;  // the first whose start is not known from the parts before
  };
  std::vector<Place> places;
  Place place{0, 0};
  for (const auto& part : parts) {
    places.push_back(place);
    place.first_edge += part.size();
    if (!part.empty()) place.next_node = std::size_t{part.back().src} + 1;
  }
  for_each_index(threads, parts.size(), [&](std::size_t i) {
    auto [edge, node] = places[i];
    for (const auto& [src, dst] : parts[i]) {
      while (node <= src) starts[node++] = edge;
      heads[edge++] = dst;
    }
  });
  std::fill(starts.begin() + static_cast<std::ptrdiff_t>(place.next_node), starts.end(),
            place.first_edge);
}

/// Twice round: the first brings the edges to their heads in any order, the second to their tails
/// in order.
void sort_in(const Parts& parts, std::uint64_t edges, unsigned groups, Starts starts,
             Index* heads) {
  std::vector<std::uint64_t> in_starts(starts.size());
  std::vector<Index> tails(edges);
  bucket_by_key(edges, groups, in_starts, tails.data(), [&](std::size_t group, const auto& visit) {
    for (std::size_t i = group; i < parts.size(); i += groups) {
      for (const auto& [src, dst] : parts[i]) visit(dst, src);
    }
  });
  transpose(groups, in_starts, tails.data(), starts, heads);
}

std::string_view text_of(const std::array<char, 80>& field) {
  return {field.data(), ::strnlen(field.data(), field.size())};
}

}  // namespace

Result<Csr> Csr::build(std::span<const std::int64_t> ids, const Parts& parts,
                       std::string_view dataset_checksum, unsigned threads) {
  if (ids.size() >= std::numeric_limits<Index>::max()) {
    return fail(ErrorCode::ResourceExhausted, "{} nodes are more than an oracle holds", ids.size());
  }
  CsrHeader header;
  if (dataset_checksum.size() > header.dataset_checksum.size()) {
    return fail(ErrorCode::InvalidArgument, "\"{}\" is too long for a checksum", dataset_checksum);
  }
  std::copy(dataset_checksum.begin(), dataset_checksum.end(), header.dataset_checksum.begin());
  header.nodes = ids.size();
  for (const auto& part : parts) header.edges += part.size();

  constexpr std::size_t kHeaderWords = sizeof(CsrHeader) / sizeof(std::uint64_t);
  using Arrays = CsrArrays<std::uint64_t>;
  const std::size_t words = Arrays::words(header.nodes, header.edges);
  const auto memory = std::make_shared_for_overwrite<std::uint64_t[]>(kHeaderWords + words);
  std::uint64_t* const body = memory.get() + kHeaderWords;
  const Arrays arrays(body, header.nodes, header.edges);
  std::copy(ids.begin(), ids.end(), arrays.ids.begin());
  auto* const heads = reinterpret_cast<Index*>(arrays.neighbours.data());
  const unsigned groups = std::min(threads, kMostGroups);
  if (all_sorted(parts, threads)) {
    copy_sorted(parts, threads, arrays.out_starts, heads);
  } else {
    sort_in(parts, header.edges, groups, arrays.out_starts, heads);
  }
  transpose(groups, arrays.out_starts, heads, arrays.in_starts, heads + header.edges);
  if (!dataset_checksum.empty()) header.content = content_hash({body, words}, threads);
  std::memcpy(memory.get(), &header, sizeof(header));

  Csr csr;
  csr.image_ = {reinterpret_cast<const char*>(memory.get()),
                (kHeaderWords + words) * sizeof(std::uint64_t)};
  csr.ids_ = {reinterpret_cast<const std::int64_t*>(arrays.ids.data()), header.nodes};
  csr.out_starts_ = arrays.out_starts;
  csr.in_starts_ = arrays.in_starts;
  csr.out_heads_ = {heads, header.edges};
  csr.in_tails_ = {heads + header.edges, header.edges};
  csr.storage_ = memory;
  return csr;
}

Result<Csr> Csr::of_image(std::string_view image, std::string_view dataset_checksum,
                          std::shared_ptr<const void> storage, unsigned threads) {
  CsrHeader header;
  if (image.size() < sizeof(header)) {
    return fail(ErrorCode::DataLoss, "it is too short ({} bytes)", image.size());
  }
  std::memcpy(&header, image.data(), sizeof(header));
  if (header.magic != CsrHeader::kMagic) return fail(ErrorCode::DataLoss, "it is no such file");
  if (header.byte_order != CsrHeader::kByteOrder || header.version != CsrHeader::kVersion) {
    return fail(ErrorCode::DataLoss, "it is of another version or kind of machine");
  }
  std::array<char, 80> padded{};
  dataset_checksum.copy(padded.data(), padded.size());
  if (header.dataset_checksum != padded) {
    return fail(ErrorCode::DataLoss, "it is of the dataset {}, not {}",
                text_of(header.dataset_checksum), dataset_checksum);
  }
  const std::size_t words = (image.size() - sizeof(header)) / sizeof(std::uint64_t);
  using Arrays = CsrArrays<const std::uint64_t>;
  // Bounded first, so that the sum cannot wrap.
  if (header.nodes > words || header.edges > words ||
      Arrays::words(header.nodes, header.edges) * sizeof(std::uint64_t) + sizeof(header) !=
          image.size()) {
    return fail(ErrorCode::DataLoss, "its size does not fit its header");
  }
  const auto* const body = reinterpret_cast<const std::uint64_t*>(image.data() + sizeof(header));
  if (content_hash({body, words}, threads) != header.content) {
    return fail(ErrorCode::DataLoss, "its content is damaged");
  }
  const Arrays arrays(body, header.nodes, header.edges);
  const auto* const heads = reinterpret_cast<const Index*>(arrays.neighbours.data());
  Csr csr;
  csr.storage_ = std::move(storage);
  csr.image_ = image;
  csr.ids_ = {reinterpret_cast<const std::int64_t*>(arrays.ids.data()), header.nodes};
  csr.out_starts_ = arrays.out_starts;
  csr.in_starts_ = arrays.in_starts;
  csr.out_heads_ = {heads, header.edges};
  csr.in_tails_ = {heads + header.edges, header.edges};
  return csr;
}

}  // namespace gb
