#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "workloads/dataset/import/typed_columns.h"

namespace gb {

/// A table of a schema.cypher.
struct CypherTable {
  bool is_node = false;
  std::string name;
  std::vector<TypedColumn> columns;  // the primary key as Id, its space the table
  std::string from;                  // of a relationship table; empty when there are several pairs
  std::string to;
};

/// One COPY statement of a copy.cypher.
struct CypherCopy {
  std::string table;
  std::vector<std::string> columns;  // as listed; empty: all of the table
  std::string file;                  // its name alone, whatever folder the statement says
  std::optional<char> separator;
  std::optional<bool> header;
  std::int64_t line = 0;
};

/// "CREATE NODE TABLE ..." and "CREATE REL TABLE ..." statements; InvalidArgument names the line.
Result<std::vector<CypherTable>> parse_cypher_schema(std::string_view text, std::string_view file);

/// "COPY table (columns) FROM "file" (DELIM='|', HEADER=true)" statements.
Result<std::vector<CypherCopy>> parse_cypher_copies(std::string_view text, std::string_view file);

}  // namespace gb
