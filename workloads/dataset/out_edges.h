#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "workloads/dataset/dataset_writer.h"
#include "workloads/dataset/edge_rows.h"

namespace gb {

/// rels/EDGE.csv of a bare graph whose targets come from one stream of draws, node after node:
/// targets(from), the targets of a node in the order of their rows, is called for 0 to count - 1 in
/// order, one call at a time. Rows are formatted by other threads meanwhile.
template <class Targets>
Result<void> write_out_edges(DatasetWriter& out, std::int64_t count, Targets targets) {
  struct Drawn {
    std::vector<std::pair<std::int64_t, std::int64_t>> edges;
  };
  std::int64_t from = 0;
  const auto draw = [&](Drawn& drawn) {
    if (from == count) return false;
    drawn.edges.clear();
    for (; from < count && std::ssize(drawn.edges) < kBlockRows; ++from) {
      for (const std::int64_t to : targets(from)) drawn.edges.emplace_back(from, to);
    }
    return true;
  };
  return out.fill_rels("EDGE", [&](TableOutput& table) {
    return table.pipelined<Drawn>(draw, [](const Drawn& drawn, RowBlock& block) {
      EdgeRows rows(block, drawn.edges.size());
      for (const auto& [source, target] : drawn.edges) rows.edge(source, target);
    });
  });
}

}  // namespace gb
