#include "workloads/dataset/import/bare_output.h"

#include <algorithm>

#include "core/data/number_format.h"

namespace gb {
namespace {

constexpr std::string_view kSeparators = " \t,;";

bool is_integer_text(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Result<BareOutput> BareOutput::create(ImportJob& job, WeightType weights) {
  NodeTable node;
  node.label = "Node";
  node.labels = {"Node"};
  auto nodes = job.output.nodes(node, "id:ID,:LABEL");
  if (!nodes) return tl::unexpected(nodes.error());
  RelTable edge{"EDGE", "Node", "Node", {}, {}};
  std::string header = ":START_ID,:END_ID,:TYPE";
  if (weights == WeightType::Int64) {
    edge.properties = {{"w", PropertyType::Int64}};
    header += ",w:INT64";
  } else if (weights == WeightType::Float64) {
    edge.properties = {{"w", PropertyType::Float64}};
    header += ",w:FLOAT64";
  }
  auto edges = job.output.rels(edge, header);
  if (!edges) return tl::unexpected(edges.error());
  return BareOutput(**nodes, **edges, weights);
}

Result<void> BareOutput::node(std::int64_t id) {
  nodes_->row().integer(id).plain("Node");
  return nodes_->end_row();
}

Result<void> BareOutput::edge(const EdgeRow& row, bool mirrored) {
  CsvWriter& csv = edges_->row();
  csv.integer(row.start).integer(row.end).plain("EDGE");
  if (weights_ == WeightType::Int64) csv.integer(row.integer_weight);
  if (weights_ == WeightType::Float64) csv.plain(json_float(row.weight));
  if (auto ended = edges_->end_row(); !ended) return ended;
  if (!mirrored || row.start == row.end) return {};
  return edge({row.end, row.start, row.integer_weight, row.weight}, false);
}

bool mirrors(Mirroring mirroring, bool format_does) {
  if (mirroring == Mirroring::AsFormat) return format_does;
  return mirroring == Mirroring::Both;
}

bool read_weight(std::string_view text, EdgeRow& row, WeightType& type) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (const auto integer = whole_int64(text)) {
    row.integer_weight = *integer;
    row.weight = static_cast<double>(*integer);
    type = std::max(type, WeightType::Int64);
    return true;
  }
  const auto number = finite_float64(text);
  if (!number || is_integer_text(text)) return false;
  row.weight = *number;
  type = WeightType::Float64;
  return true;
}

std::string_view take_field(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(kSeparators), line.size());
  line.remove_prefix(begin);
  const std::size_t end = std::min(line.find_first_of(kSeparators), line.size());
  const std::string_view field = line.substr(0, end);
  line.remove_prefix(end);
  return field;
}

}  // namespace gb
