#pragma once

#include <string>
#include <vector>

#include "core/data/value.h"

namespace gb {

/// One query text in one dialect, as an adapter prepares it.
struct Statement {
  std::string query_id;  // "micro-khop2"; for messages
  std::string dialect;   // "sql", "cypher", ... (workloads §5.1)
  std::string text;      // names parameters as `$name`
  std::vector<std::string>
      parameters;  // their order is the order of every Params bound to this statement
};

/// Values bound by index: `params[i]` belongs to `statement.parameters[i]`.
using Params = std::vector<Value>;

}  // namespace gb
