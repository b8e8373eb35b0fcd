#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// One header cell, "name:TYPE" or ":TYPE" (datasets §3).
struct CsvColumn {
  std::string name;  // empty for a nameless structural column
  std::string type;  // upper case: "ID", "START_ID", "INT64", "STRING", ...

  /// ID, LABEL, TYPE, START_ID and END_ID wire the graph; every other type is a property.
  bool is_structural() const;
  /// As in the file, the type in upper case: ":START_ID", "w:INT64".
  std::string text() const { return name + ":" + type; }
};

/// The header record of a canonical CSV file. Columns are found by type or name, never by position.
class CsvHeader {
 public:
  /// cells: the header record. InvalidArgument for an empty cell, a property without a name, or a
  /// column that occurs twice. `file` is for the message. In a header where no cell has a type, id,
  /// src and dst are ID, START_ID and END_ID, and all else STRING: the manifest knows better.
  static Result<CsvHeader> parse(const std::vector<std::string_view>& cells, std::string_view file);

  const std::vector<CsvColumn>& columns() const { return columns_; }
  std::size_t size() const { return columns_.size(); }

  /// Position of the structural column of that type: "ID", "START_ID", "END_ID", "LABEL", "TYPE".
  std::optional<std::size_t> find_structural(std::string_view type) const;
  /// Position of the property of that name.
  std::optional<std::size_t> find_property(std::string_view name) const;

 private:
  std::vector<CsvColumn> columns_;
};

}  // namespace gb
