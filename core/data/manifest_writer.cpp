#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/data/manifest.h"

namespace gb {
namespace {

using Json = nlohmann::ordered_json;

Json files_json(const std::vector<std::filesystem::path>& files,
                const std::filesystem::path& folder) {
  Json list = Json::array();
  for (const auto& file : files) list.push_back(file.lexically_relative(folder).generic_string());
  return list;
}

Json properties_json(const std::vector<Property>& properties) {
  if (properties.empty()) return nullptr;
  Json list = Json::array();
  for (const Property& property : properties) {
    list.push_back({{"name", property.name}, {"type", name_of(property.type)}});
  }
  return list;
}

/// The type; where several tables share it, "<start>_<type>_<end>".
std::string key_of(const RelTable& table, const Dataset& dataset) {
  const auto same_type = [&](const RelTable& other) { return other.type == table.type; };
  if (std::count_if(dataset.rels.begin(), dataset.rels.end(), same_type) == 1) return table.type;
  return table.start_label + "_" + table.type + "_" + table.end_label;
}

Json listed_files_json(const std::vector<ListedFile>& files) {
  Json list = Json::array();
  for (const ListedFile& file : files) {
    list.push_back(
        {{"path", file.path}, {"rows", file.rows}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  return list;
}

Json schema_json(const Dataset& dataset) {
  Json nodes = Json::object();
  for (const NodeTable& table : dataset.nodes) {
    nodes[table.label] = {{"files", files_json(table.files, dataset.folder)},
                          {"id", {{"name", table.id_column}, {"type", "ID"}}},
                          {"properties", properties_json(table.properties)},
                          {"labels", table.labels}};
  }
  Json rels = Json::object();
  for (const RelTable& table : dataset.rels) {
    Json& json = rels[key_of(table, dataset)];
    json = {{"files", files_json(table.files, dataset.folder)},
            {"start", table.start_label},
            {"end", table.end_label},
            {"properties", properties_json(table.properties)}};
    if (key_of(table, dataset) != table.type) json["type"] = table.type;
  }
  return {{"nodes", nodes}, {"rels", rels}};
}

/// These three only ever stand inside a string.
std::string with_html_escapes(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else if (c == '>') {
      out += "\\u003e";
    } else if (c == '&') {
      out += "\\u0026";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace

std::string_view name_of(PropertyType type) {
  switch (type) {
    case PropertyType::String:
      return "STRING";
    case PropertyType::Int64:
      return "INT64";
    case PropertyType::Float64:
      return "FLOAT64";
    case PropertyType::Bool:
      return "BOOL";
    case PropertyType::Date:
      return "DATE";
    case PropertyType::Datetime:
      return "DATETIME";
    case PropertyType::StringList:
      return "STRING[]";
  }
  return "STRING";
}

std::string manifest_text(const Dataset& dataset) {
  Json json;
  json["name"] = dataset.name;
  json["kind"] = dataset.kind;
  if (!dataset.generator.empty()) json["generator"] = dataset.generator;
  if (dataset.generator_version != 0) {
    json["generatorVersion"] = std::to_string(dataset.generator_version);
  }
  if (dataset.seed != 0) json["seed"] = dataset.seed;
  if (!dataset.params.empty()) json["params"] = dataset.params;
  if (!dataset.scale_text.empty()) json["scale"] = dataset.scale_text;
  json["listDelimiter"] = dataset.list_delimiter;
  json["null"] = dataset.null_spelling;
  if (!dataset.checksum.empty()) json["checksum"] = dataset.checksum;
  if (!dataset.listed_files.empty()) {
    json["checksumRule"] = kFilesRule;
    json["files"] = listed_files_json(dataset.listed_files);
  }
  Json invariants = {{"nodeCount", dataset.node_count}, {"edgeCount", dataset.edge_count}};
  if (dataset.triangle_count) invariants["triangleCount"] = *dataset.triangle_count;
  if (dataset.diameter) invariants["diameter"] = *dataset.diameter;
  json["invariants"] = invariants;
  json["schema"] = schema_json(dataset);
  return with_html_escapes(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace gb
