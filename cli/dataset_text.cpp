#include "cli/dataset_text.h"

#include <fmt/format.h>

namespace gb {

nlohmann::json dataset_json(const Dataset& dataset) {
  return {{"name", dataset.name},
          {"folder", dataset.folder.string()},
          {"node_count", dataset.node_count},
          {"edge_count", dataset.edge_count},
          {"checksum", dataset.checksum}};
}

std::string dataset_line(const Dataset& dataset, std::string_view mark) {
  return fmt::format("{}\tnodes={}\tedges={}\t{}{}{}\n", dataset.folder.string(),
                     dataset.node_count, dataset.edge_count, dataset.checksum,
                     mark.empty() ? "" : "\t", mark);
}

}  // namespace gb
