#include "workloads/dataset/generator_grid.h"

#include <algorithm>
#include <string>

#include "workloads/dataset/bare_graph.h"
#include "workloads/dataset/edge_rows.h"

namespace gb {
namespace {

constexpr std::int64_t kMaxNodes = std::int64_t{1} << 62U;

/// 0 when it does not fit: then the progress has no total.
std::int64_t edge_count(const GridParams& grid) {
  __extension__ using Wide = __int128;
  const Wide rows = grid.rows;
  const Wide cols = grid.cols;
  Wide edges = rows * (cols - 1) + cols * (rows - 1);
  if (grid.diagonal) edges += 2 * (rows - 1) * (cols - 1);
  return edges + rows * cols > kMaxNodes ? 0 : static_cast<std::int64_t>(edges);
}

/// The edges from the nodes [first, last).
void put_edges(const GridParams& grid, std::int64_t first, std::int64_t last, RowBlock& block) {
  EdgeRows rows(block, static_cast<std::size_t>(4 * (last - first)));
  std::int64_t row = first / grid.cols;
  std::int64_t col = first % grid.cols;
  for (std::int64_t id = first; id < last; ++id) {
    const bool down = row + 1 < grid.rows;
    const bool right = col + 1 < grid.cols;
    if (right) rows.edge(id, id + 1);
    if (down) rows.edge(id, id + grid.cols);
    if (grid.diagonal && down) {
      if (right) rows.edge(id, id + grid.cols + 1);
      if (col >= 1) rows.edge(id, id + grid.cols - 1);
    }
    if (++col == grid.cols) {
      col = 0;
      ++row;
    }
  }
}

}  // namespace

Result<void> check(const GridParams& grid) {
  if (grid.rows < 1) {
    return fail(ErrorCode::InvalidArgument, "grid: rows must be at least 1, and is {}", grid.rows);
  }
  if (grid.cols < 1) {
    return fail(ErrorCode::InvalidArgument, "grid: cols must be at least 1, and is {}", grid.cols);
  }
  if (grid.cols > kMaxNodes / grid.rows) {
    return fail(ErrorCode::InvalidArgument,
                "grid: rows * cols must be at most 2^62, and is {} * {}", grid.rows, grid.cols);
  }
  return {};
}

Dataset describe(const GridParams& grid) {
  Dataset dataset = describe_bare_graph("grid", fmt::format("{}x{}", grid.rows, grid.cols));
  dataset.params = {{"rows", std::to_string(grid.rows)},
                    {"cols", std::to_string(grid.cols)},
                    {"diagonal", grid.diagonal ? "true" : "false"}};
  dataset.node_count = grid.rows * grid.cols;
  dataset.edge_count = edge_count(grid);
  // Both describe the undirected mesh.
  dataset.diameter = grid.diagonal ? std::max(grid.rows, grid.cols) - 1 : grid.rows + grid.cols - 2;
  if (!grid.diagonal) dataset.triangle_count = 0;
  return dataset;
}

Result<void> generate(const GridParams& grid, SplitMix64& /*random*/, DatasetWriter& out) {
  const std::int64_t nodes = grid.rows * grid.cols;
  if (auto written = write_bare_nodes(out, nodes); !written) return written;
  return out.fill_rels("EDGE", [&](TableOutput& table) {
    return table.ranges(nodes, kBlockRows / 2,
                        [&](std::int64_t first, std::int64_t last, RowBlock& block) {
                          put_edges(grid, first, last, block);
                        });
  });
}

}  // namespace gb
