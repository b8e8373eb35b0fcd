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

/// Whether the last word on a result is that it was withdrawn: views say so, verdicts and
/// comparisons leave it out.
bool is_withdrawn(const ResultDocument& document);

/// Whether a query's figures come from a text that stands in for a kernel the engine lacks.
bool is_emulated(const ResultDocument& document, const std::string& query_id);

}  // namespace gb
