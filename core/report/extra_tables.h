#pragma once

#include <string>

#include "core/report/columns.h"

namespace gb {

/// p50 per query and document, each but the fastest with what it adds (result-document §10). Rows
/// are the queries at least two documents measured; the documents need not be of one engine.
std::string overhead_table(const Columns& columns);

/// Edges per second of whole-graph kernels (§8); empty when no document has any.
std::string rate_table(const Columns& columns);

/// First and worst window and the trend of p99 in long runs (§9); empty when no document has any.
std::string drift_table(const Columns& columns);

}  // namespace gb
