#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/dataset.h"
#include "tests/support/temporary_folder.h"

namespace gb::test {

/// Datasets written out as canonical CSV and described by hand, so that a test can be wrong on
/// purpose. Counts are those of the records given.
class SmallGraph {
 public:
  /// records: lines without their LF; the header is written in front of them.
  SmallGraph& nodes(const std::string& label, const std::vector<Property>& properties,
                    const std::string& header, const std::vector<std::string>& records);
  SmallGraph& edges(const std::string& type, const std::string& start, const std::string& end,
                    const std::vector<Property>& properties, const std::string& header,
                    const std::vector<std::string>& records);
  const Dataset& dataset() const { return dataset_; }
  std::filesystem::path folder() const { return folder_.path(); }

 private:
  std::filesystem::path write(const std::string& name, const std::string& header,
                              const std::vector<std::string>& records);

  TemporaryFolder folder_;
  Dataset dataset_;
};

/// Nodes 1 to 4 with `version` 0, edges 1->2, 2->3, 3->1, 3->4 (engines §6).
void conformance_graph(SmallGraph& graph);
/// Nodes 1 to n, edges i -> i+1.
void chain_graph(SmallGraph& graph, int n);

}  // namespace gb::test
