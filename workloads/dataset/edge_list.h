#pragma once

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "workloads/dataset/dataset_writer.h"

namespace gb {

/// One edge packed into an unsigned integer whose order is that of (source, target, weight).
template <class Key>
struct EdgePacking {
  unsigned scale;        // bits of an id
  unsigned weight_bits;  // 8 when weighted, else 0

  unsigned bits() const { return 2 * scale + weight_bits; }
  Key pack(std::uint64_t source, std::uint64_t target, std::uint64_t weight) const {
    const Key ids = (static_cast<Key>(source) << scale) | target;
    return (ids << weight_bits) | weight;
  }
  std::int64_t source(Key key) const {
    return static_cast<std::int64_t>(key >> (scale + weight_bits));
  }
  std::int64_t target(Key key) const {
    return static_cast<std::int64_t>((key >> weight_bits) & ((Key{1} << scale) - 1));
  }
  std::int64_t weight(Key key) const {
    return static_cast<std::int64_t>(key & ((Key{1} << weight_bits) - 1));
  }
};

__extension__ using WideKey = unsigned __int128;

/// Sorts by the low `bits` bits, least significant digit first; equal keys are indistinguishable.
void sort_keys(std::vector<std::uint64_t>& keys, unsigned bits);
void sort_keys(std::vector<WideKey>& keys, unsigned bits);

/// ResourceExhausted when sorting `edges` edges needs more memory than the machine has: 8 bytes an
/// edge, or 16 when `bits` exceeds 64, and as much again.
Result<void> check_edge_memory(std::int64_t edges, unsigned bits);

/// rels/EDGE.csv from sorted keys: source, target, EDGE, and the weight if there is one.
template <class Key>
Result<void> write_edges(DatasetWriter& out, const std::vector<Key>& keys,
                         const EdgePacking<Key>& packing) {
  return out.rels("EDGE", [&](CsvWriter& csv) {
    for (const Key key : keys) {
      csv.integer(packing.source(key)).integer(packing.target(key)).plain("EDGE");
      if (packing.weight_bits > 0) csv.integer(packing.weight(key));
      if (!csv.end_row()) return;
    }
  });
}

}  // namespace gb
