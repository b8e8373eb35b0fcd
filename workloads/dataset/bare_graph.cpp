#include "workloads/dataset/bare_graph.h"

#include "workloads/dataset/edge_rows.h"

namespace gb {

Dataset describe_bare_graph(const std::string& generator, const std::string& scale) {
  Dataset dataset;
  dataset.name = generator + "-" + scale;
  dataset.kind = "synthetic";
  dataset.generator = generator;
  dataset.generator_version = 1;
  dataset.scale_text = scale;
  dataset.nodes = {{"Node", {"Node"}, "id", {}, {}}};
  dataset.rels = {{"EDGE", "Node", "Node", {}, {}}};
  return dataset;
}

Result<void> write_bare_nodes(DatasetWriter& out, std::int64_t count) {
  return out.fill_nodes("Node", [count](TableOutput& table) {
    return table.ranges(count, kBlockRows,
                        [](std::int64_t first, std::int64_t last, RowBlock& block) {
                          EdgeRows rows(block, static_cast<std::size_t>(last - first));
                          for (std::int64_t id = first; id < last; ++id) rows.node(id);
                        });
  });
}

}  // namespace gb
