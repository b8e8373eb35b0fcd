#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/data/json_text.h"
#include "core/data/manifest.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;
constexpr std::uintmax_t kMaxManifestBytes = 16U << 20U;

/// Thrown and caught in this file alone, so that forty checks need no forty returns.
struct Wrong {
  std::string message;
};

[[noreturn]] void wrong(std::string_view key, std::string_view reason) {
  throw Wrong{fmt::format("\"{}\" {}", key, reason)};
}

/// The member, or null where it is absent.
const Json& member(const Json& object, const char* key) {
  static const Json kNull;
  const auto found = object.find(key);
  return found == object.end() ? kNull : *found;
}

std::string text_of(const Json& object, const char* key, std::string fallback = {}) {
  const Json& value = member(object, key);
  if (value.is_null()) return fallback;
  if (!value.is_string()) wrong(key, "must be a string");
  return value.get<std::string>();
}

std::optional<std::int64_t> integer_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (value.is_null()) return std::nullopt;
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() ||
                     value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
  if (!fits) wrong(key, "must be a 64-bit integer");
  return value.get<std::int64_t>();
}

std::int64_t version_of(const Json& manifest) {
  const Json& value = member(manifest, "generatorVersion");
  if (!value.is_string()) return integer_of(manifest, "generatorVersion").value_or(0);
  const auto text = value.get<std::string>();
  if (text.empty()) return 0;
  std::int64_t version = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), version);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) {
    wrong("generatorVersion", "must be an integer, and is \"" + text.substr(0, 80) + "\"");
  }
  return version;
}

/// A count, from `invariants` unless it is absent or 0 there, else from the top level (older form).
std::int64_t count_of(const Json& manifest, const char* key) {
  const Json& invariants = member(manifest, "invariants");
  std::int64_t count = 0;
  if (invariants.is_object()) count = integer_of(invariants, key).value_or(0);
  if (count == 0) count = integer_of(manifest, key).value_or(0);
  if (count < 0) wrong(key, "must not be negative");
  return count;
}

std::map<std::string, std::string> params_of(const Json& manifest) {
  const Json& params = member(manifest, "params");
  if (params.is_null()) return {};
  if (!params.is_object()) wrong("params", "must be an object");
  std::map<std::string, std::string> out;
  for (const auto& [key, value] : params.items()) {
    if (value.is_string()) {
      out[key] = value.get<std::string>();
    } else if (value.is_number_integer()) {
      out[key] = value.dump();
    } else if (const auto compact = compact_json(value)) {
      out[key] = *compact;
    } else {
      wrong("params", "nests too deep at " + key);
    }
  }
  return out;
}

PropertyType property_type(const std::string& text) {
  static const std::map<std::string, PropertyType, std::less<>> kTypes = {
      {"STRING", PropertyType::String},     {"INT", PropertyType::Int64},
      {"INT64", PropertyType::Int64},       {"LONG", PropertyType::Int64},
      {"FLOAT", PropertyType::Float64},     {"FLOAT64", PropertyType::Float64},
      {"DOUBLE", PropertyType::Float64},    {"BOOL", PropertyType::Bool},
      {"BOOLEAN", PropertyType::Bool},      {"DATE", PropertyType::Date},
      {"DATETIME", PropertyType::Datetime}, {"STRING[]", PropertyType::StringList}};
  std::string upper = text;
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  const auto found = kTypes.find(upper);
  if (found == kTypes.end()) wrong("type", "names no known property type: \"" + text + "\"");
  return found->second;
}

std::vector<Property> properties_of(const Json& table) {
  const Json& list = member(table, "properties");
  if (list.is_null()) return {};
  if (!list.is_array()) wrong("properties", "must be an array or null");
  std::vector<Property> out;
  for (const Json& item : list) {
    if (!item.is_object()) wrong("properties", "must hold objects with name and type");
    out.push_back({text_of(item, "name"), property_type(text_of(item, "type", "STRING"))});
  }
  return out;
}

/// Only files that the checksum covers: "<part>/<name>.csv".
fs::path file_of(const std::string& text, const std::string& part, const fs::path& folder) {
  const std::string prefix = part + "/";
  const bool covered =
      text.starts_with(prefix) && text.ends_with(".csv") &&
      text.find_first_of(std::string_view("/\\\0", 3), prefix.size()) == std::string::npos;
  if (!covered) {
    wrong("files",
          fmt::format("may name only {}<file>.csv, not \"{}\"", prefix, text.substr(0, 200)));
  }
  return folder / text;
}

std::vector<fs::path> files_of(const Json& table, const std::string& part, const fs::path& folder) {
  std::vector<fs::path> out;
  for (const char* key : {"files", "file"}) {
    const Json& value = member(table, key);
    if (value.is_null() || !out.empty()) continue;
    const Json list = value.is_string() ? Json::array({value}) : value;
    if (!list.is_array()) wrong(key, "must be an array of paths");
    for (const Json& item : list) {
      if (!item.is_string()) wrong(key, "must hold strings");
      out.push_back(file_of(item.get<std::string>(), part, folder));
    }
  }
  return out;
}

NodeTable node_table(const std::string& label, const Json& json, const fs::path& folder) {
  NodeTable table;
  table.label = label;
  const Json& id = member(json, "id");
  table.id_column = id.is_object() ? text_of(id, "name") : text_of(json, "id", "id");
  const Json& labels = member(json, "labels");
  if (labels.is_null()) {
    table.labels = {label};
  } else if (labels.is_array() && std::all_of(labels.begin(), labels.end(),
                                              [](const Json& l) { return l.is_string(); })) {
    table.labels = labels.get<std::vector<std::string>>();
  } else {
    wrong("labels", "must be an array of strings");
  }
  table.properties = properties_of(json);
  table.files = files_of(json, "nodes", folder);
  return table;
}

RelTable rel_table(const std::string& type, const Json& json, const fs::path& folder) {
  return {text_of(json, "type", type), text_of(json, "start"), text_of(json, "end"),
          properties_of(json), files_of(json, "rels", folder)};
}

/// A table's file, or one that lies beside the manifest.
bool may_be_listed(const std::string& path) {
  const std::size_t slash = path.find('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash);
  return (folder.empty() || folder == "nodes" || folder == "rels") && !name.empty() &&
         !name.starts_with('.') && name != kManifestName &&
         name.find_first_of(std::string_view("/\\\0\n", 4)) == std::string::npos;
}

std::vector<ListedFile> listed_files_of(const Json& manifest) {
  const std::string rule = text_of(manifest, "checksumRule");
  if (rule.empty()) return {};
  if (rule != kFilesRule) wrong("checksumRule", "is unknown: \"" + rule.substr(0, 80) + "\"");
  const Json& list = member(manifest, "files");
  if (!list.is_array() || list.empty()) wrong("files", "must be an array of files");
  std::vector<ListedFile> files;
  for (const Json& item : list) {
    if (!item.is_object()) wrong("files", "must hold objects with path, rows, bytes and sha256");
    ListedFile file{text_of(item, "path"), integer_of(item, "rows").value_or(0),
                    integer_of(item, "bytes").value_or(0), text_of(item, "sha256")};
    if (!may_be_listed(file.path)) {
      wrong("files", "may not name \"" + file.path.substr(0, 200) + "\"");
    }
    files.push_back(std::move(file));
  }
  return files;
}

/// Calls make(name, table) for each; nlohmann's objects are sorted by key in byte order.
template <class Make>
auto tables_of(const Json& tables, std::string_view key, Make make) {
  std::vector<decltype(make(std::string(), tables))> out;
  if (tables.is_null()) return out;
  if (!tables.is_object()) wrong(key, "must be an object");
  for (const auto& [name, table] : tables.items()) {
    if (!table.is_object()) wrong(key, "must hold an object for " + name);
    try {
      out.push_back(make(name, table));
    } catch (Wrong& inner) {
      throw Wrong{fmt::format("{} {}: {}", key, name, inner.message)};
    }
  }
  return out;
}

Dataset dataset_of(const Json& json, const fs::path& folder) {
  if (!json.is_object()) throw Wrong{"it must be a JSON object"};
  Dataset dataset;
  dataset.folder = folder;
  dataset.name = text_of(json, "name");
  dataset.kind = text_of(json, "kind");
  dataset.generator = text_of(json, "generator");
  dataset.generator_version = version_of(json);
  dataset.seed = integer_of(json, "seed").value_or(0);
  dataset.params = params_of(json);
  dataset.scale_text = text_of(json, "scale");
  dataset.list_delimiter = text_of(json, "listDelimiter", ";");
  dataset.null_spelling = text_of(json, "null", "empty");
  dataset.checksum = text_of(json, "checksum");
  dataset.node_count = count_of(json, "nodeCount");
  dataset.edge_count = count_of(json, "edgeCount");
  dataset.listed_files = listed_files_of(json);
  if (const Json& invariants = member(json, "invariants"); invariants.is_object()) {
    dataset.triangle_count = integer_of(invariants, "triangleCount");
    dataset.diameter = integer_of(invariants, "diameter");
  }
  const Json& schema = member(json, "schema");
  if (!schema.is_object()) wrong("schema", "must be an object");
  dataset.nodes = tables_of(
      member(schema, "nodes"), "schema.nodes",
      [&](const std::string& name, const Json& t) { return node_table(name, t, folder); });
  const Json& rels = member(schema, "rels");
  dataset.rels =
      tables_of(rels.is_null() ? member(schema, "relationships") : rels, "schema.rels",
                [&](const std::string& name, const Json& t) { return rel_table(name, t, folder); });
  if (dataset.name.empty()) wrong("name", "must not be empty");
  return dataset;
}

}  // namespace

Result<Dataset> read_manifest(const fs::path& given) {
  std::error_code error;
  fs::path folder = fs::absolute(given, error).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // was given with a slash at its end
  const fs::path path = folder / kManifestName;
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (!error && bytes > kMaxManifestBytes) {
    return fail(ErrorCode::InvalidArgument, "{}: longer than {} MiB", path.string(),
                kMaxManifestBytes >> 20U);
  }
  const Result<std::string> text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  try {
    return dataset_of(Json::parse(*text), folder);
  } catch (const Wrong& reason) {
    return fail(ErrorCode::InvalidArgument, "{}: {}", path.string(), reason.message);
  } catch (const Json::exception& reason) {
    return fail(ErrorCode::InvalidArgument, "{}: {}", path.string(), reason.what());
  }
}

}  // namespace gb
