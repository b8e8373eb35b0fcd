#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gb {

/// Types of canonical CSV columns (datasets §3).
enum class PropertyType { String, Int64, Float64, Bool, Date, Datetime, StringList };

struct Property {
  std::string name;
  PropertyType type = PropertyType::String;
};

struct NodeTable {
  std::string label;                // key of the table
  std::vector<std::string> labels;  // all labels of its nodes
  std::string id_column = "id";
  std::vector<Property> properties;  // id, :LABEL and the like are not listed
  std::vector<std::filesystem::path>
      files;  // absolute, in the manifest's order; each with its own header
};

struct RelTable {
  std::string type;
  std::string start_label;  // empty: mixed
  std::string end_label;
  std::vector<Property> properties;
  std::vector<std::filesystem::path> files;
};

/// One file of a dataset whose checksum is made of its files' own (other-harnesses §2.5).
struct ListedFile {
  std::string path;       // relative: "nodes/Person.csv"
  std::int64_t rows = 0;  // lines, without the header line that files in nodes/ and rels/ have
  std::int64_t bytes = 0;
  std::string sha256;  // 64 hex digits
};

/// A materialised dataset, described: what adapters load and oracles read. Paths are absolute. Its
/// bytes were verified against `checksum` when it was opened.
struct Dataset {
  std::string name;      // manifest name: "grid-100x100"
  std::string checksum;  // "sha256:" and 64 hex digits
  std::string kind;      // "synthetic", "ldbc", ...
  std::string generator;
  std::int64_t generator_version = 0;
  std::int64_t seed = 0;
  std::map<std::string, std::string> params;
  std::string scale_text;  // "100x100"
  std::filesystem::path folder;
  std::string list_delimiter = ";";
  std::string null_spelling =
      "empty";  // how a missing value is written: "empty" is nothing between two commas
  std::int64_t node_count = 0;  // data rows over all node files
  std::int64_t edge_count = 0;
  std::optional<std::int64_t> triangle_count;
  std::optional<std::int64_t> diameter;
  std::vector<NodeTable> nodes;  // sorted by label
  std::vector<RelTable>
      rels;  // sorted by type; a type may have several tables, one for each pair of labels
  // Where a generator's definition lists its files: all of them, in its order. The checksum is then
  // that of the lines "path rows bytes sha256", not that of datasets §7. Empty otherwise.
  std::vector<ListedFile> listed_files;
  // Set when it was opened: while a copy of this description lives, no cache removes the files.
  // Shared, for copies of a description are of one dataset.
  std::shared_ptr<const void> in_use;
};

}  // namespace gb
