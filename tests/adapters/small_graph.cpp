#include "tests/adapters/small_graph.h"

#include <fmt/format.h>

namespace gb::test {

SmallGraph& SmallGraph::nodes(const std::string& label, const std::vector<Property>& properties,
                              const std::string& header, const std::vector<std::string>& records) {
  NodeTable table;
  table.label = label;
  table.labels = {label};
  table.properties = properties;
  table.files = {write(label + ".csv", header, records)};
  dataset_.nodes.push_back(std::move(table));
  dataset_.node_count += static_cast<std::int64_t>(records.size());
  return *this;
}

SmallGraph& SmallGraph::edges(const std::string& type, const std::string& start,
                              const std::string& end, const std::vector<Property>& properties,
                              const std::string& header, const std::vector<std::string>& records) {
  RelTable table;
  table.type = type;
  table.start_label = start;
  table.end_label = end;
  table.properties = properties;
  table.files = {write(type + ".rel.csv", header, records)};
  dataset_.rels.push_back(std::move(table));
  dataset_.edge_count += static_cast<std::int64_t>(records.size());
  return *this;
}

std::filesystem::path SmallGraph::write(const std::string& name, const std::string& header,
                                        const std::vector<std::string>& records) {
  std::string bytes = header + "\n";
  for (const std::string& record : records) bytes += record + "\n";
  dataset_.name = "small";
  dataset_.folder = folder_.path();
  return folder_.write(name, bytes);
}

void conformance_graph(SmallGraph& graph) {
  graph.nodes("Node", {{"version", PropertyType::Int64}}, "id:ID,:LABEL,version:INT64",
              {"1,Node,0", "2,Node,0", "3,Node,0", "4,Node,0"});
  graph.edges("EDGE", "Node", "Node", {}, ":START_ID,:END_ID,:TYPE",
              {"1,2,EDGE", "2,3,EDGE", "3,1,EDGE", "3,4,EDGE"});
}

void chain_graph(SmallGraph& graph, int n) {
  std::vector<std::string> nodes;
  std::vector<std::string> edges;
  for (int i = 1; i <= n; ++i) nodes.push_back(fmt::format("{},Node", i));
  for (int i = 1; i < n; ++i) edges.push_back(fmt::format("{},{},EDGE", i, i + 1));
  graph.nodes("Node", {}, "id:ID,:LABEL", nodes);
  graph.edges("EDGE", "Node", "Node", {}, ":START_ID,:END_ID,:TYPE", edges);
}

}  // namespace gb::test
