#pragma once

#include <string>
#include <vector>

#include "core/report/columns.h"

namespace gb {

/// p50 per query and document, each but the fastest with what it adds (result-document §10). Rows
/// are the queries at least two documents measured; the documents need not be of one engine.
std::string overhead_table(const Columns& columns);

/// Edges per second of whole-graph kernels (§8), of emulated texts or of all others; empty when no
/// document has any.
std::string rate_table(const Columns& columns, bool emulated = false);

/// First and worst window and the trend of p99 in long runs (§9); empty when no document has any.
std::string drift_table(const Columns& columns);

/// How the median of each query moved over the run: growth from the first window to the last with
/// its interval, marked where it is found at the 1 % level; empty when no document has any.
std::string trend_table(const Columns& columns, bool emulated = false);

/// Successful operations per wall second, where clients, rate or both make it more than the latency
/// turned over; empty otherwise.
std::string throughput_table(const Columns& columns, bool emulated = false);

/// Those of the above that are not empty, overhead apart, and for native texts the windows per
/// class.
std::vector<std::string> extra_tables(const Columns& columns, bool emulated);

}  // namespace gb
