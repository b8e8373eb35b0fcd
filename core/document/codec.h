#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/document/result_document.h"

namespace gb {

/// The largest document that is read. A run of 100 queries with 100,000 samples each needs 1 MB.
inline constexpr std::uint64_t kMaxDocumentBytes = 64ULL << 20U;

/// Canonical bytes: keys sorted, two blanks of indentation, integers as integers, the shortest
/// decimal that reads back as the same double, UTF-8 (other bytes become U+FFFD), one final line
/// feed. Equal documents have equal bytes, so their SHA-256 (`sha256_hex`, or `sha256sum` on the
/// file) is the document's hash. For a document the reference can read, set `schema` to 3 first:
/// it ignores the member `gb`. A legacy document in memory (schema 2) is written as 3.
std::string encode_document(ResultDocument document);

/// Reads schema 3, 4 and any larger number alike, and the reference's first generation (schema
/// missing or below 3), whose resource block becomes unknown. Unknown fields are ignored, missing
/// ones are zero (under `gb`: unknown). InvalidArgument for invalid JSON, for a value of the wrong
/// kind and for an object without a condition; the message begins with `name`, a file's path, and
/// says which field.
Result<ResultDocument> decode_document(std::string_view bytes, std::string_view name);

}  // namespace gb
