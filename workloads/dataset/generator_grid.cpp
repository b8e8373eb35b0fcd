#include "workloads/dataset/generator_grid.h"

#include <algorithm>
#include <string>

#include "workloads/dataset/bare_graph.h"

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
  if (auto nodes = write_bare_nodes(out, grid.rows * grid.cols); !nodes) return nodes;
  return out.rels("EDGE", [&grid](CsvWriter& csv) {
    const auto edge = [&csv](std::int64_t from, std::int64_t to) {
      return csv.integer(from).integer(to).plain("EDGE").end_row();
    };
    for (std::int64_t row = 0; row < grid.rows; ++row) {
      const bool down = row + 1 < grid.rows;
      for (std::int64_t col = 0; col < grid.cols; ++col) {
        const bool right = col + 1 < grid.cols;
        const std::int64_t id = row * grid.cols + col;
        if (right && !edge(id, id + 1)) return;
        if (down && !edge(id, id + grid.cols)) return;
        if (!grid.diagonal || !down) continue;
        if (right && !edge(id, id + grid.cols + 1)) return;
        if (col >= 1 && !edge(id, id + grid.cols - 1)) return;
      }
    }
  });
}

}  // namespace gb
