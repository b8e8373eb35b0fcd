#include "workloads/dataset/bare_graph.h"

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
  return out.nodes("Node", [count](CsvWriter& csv) {
    for (std::int64_t id = 0; id < count; ++id) {
      if (!csv.integer(id).plain("Node").end_row()) return;
    }
  });
}

}  // namespace gb
