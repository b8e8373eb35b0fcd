#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/document/result_document.h"

namespace gb {

/// The document's workload, taken from its condition when the top level has none.
const std::string& workload_of(const ResultDocument& document);

/// The verdict on a query; null without one.
const VerificationLine* verdict_on(const ResultDocument& document, std::string_view query_id);

/// Where a class stands wherever classes are listed: 0 for point-read up to 5 for write, 6 for any
/// other.
std::size_t class_rank(std::string_view query_class);

}  // namespace gb
