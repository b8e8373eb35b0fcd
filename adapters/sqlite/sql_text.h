#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// A text of the `sql` dialect as SQLite takes it.
struct SqlText {
  std::string text;  // every `$name` replaced by `?N`, N = its index in `parameters` + 1
  std::vector<std::size_t> used;  // indices of the parameters the text names, ascending
};

/// Rewrites `$name` left to right; string literals, quoted identifiers and comments are copied as
/// they are. InvalidArgument: a `$` without a name, a name that `parameters` lacks, a quote or
/// comment without its end.
Result<SqlText> rewrite_sql(std::string_view text, const std::vector<std::string>& parameters);

/// A result column: its visible name, and how its cells are decoded.
struct SqlColumn {
  std::string name;
  bool boolean = false;  // the alias read `name::bool`
};

/// InvalidArgument for a suffix other than `::bool`.
Result<SqlColumn> parse_alias(std::string_view alias);

}  // namespace gb
