#pragma once

#include <cstdint>
#include <functional>

#include "core/base/error.h"
#include "workloads/dataset/dataset_writer.h"

namespace gb {

/// Edges that any thread can draw, any part of them at any time, as often as it likes.
struct EdgeSource {
  unsigned scale = 0;  // bits of an id, at most 30
  bool weighted = false;
  std::uint64_t edges = 0;
  /// Edges first to first + count - 1 as source << scale | target, and their weights, from 1 to
  /// 255, if there are any.
  std::function<void(std::uint64_t first, std::size_t count, std::uint64_t* ids,
                     std::uint8_t* weights)>
      draw;
};

/// rels/EDGE.csv, ascending by source, target and weight. What exceeds the writer's memory for
/// sorting is done in ranges of ids, one after the other: all edges are drawn again for each, and
/// the others left out. 16 bytes an edge of a range.
Result<void> write_sorted_edges(DatasetWriter& out, const EdgeSource& source);

}  // namespace gb
