#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/document/result_document.h"

namespace gb {

using Columns = std::vector<const ResultDocument*>;

/// Ordered by plane: inproc, bolt, subprocess, native; an unknown one ranks with inproc. Stable.
Columns in_column_order(const std::vector<ResultDocument>& documents);

/// "zu/inproc".
std::string engine_plane(const ResultDocument& document);

/// The document's workload, taken from its condition when the top level has none.
const std::string& workload_of(const ResultDocument& document);

/// The verdict on a query; null without one.
const VerificationLine* verdict_on(const ResultDocument& document, std::string_view query_id);

/// Class labels found in any document's `classes` (and `cold`): the canonical ones in their order,
/// then the others by name.
std::vector<std::string> class_order(const Columns& columns, bool with_warm, bool with_cold);

/// Where a class stands in a report: 0 for point-read up to 5 for write, 6 for any other.
std::size_t class_rank(std::string_view query_class);

}  // namespace gb
