#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/document/result_document.h"

namespace gb {

/// Where the annotations of a result file stand: "x.notes.jsonl" beside "x.json", a JSON object per
/// line with kind, reason, by, at and the SHA-256 of the document it speaks of.
std::filesystem::path annotations_path(const std::filesystem::path& result);

/// Those that speak of exactly these bytes, in the order they were made; none without a file.
/// DataLoss, naming file and line, for one that cannot be read: to ignore it could revive a
/// withdrawn result.
Result<std::vector<Annotation>> read_annotations(const std::filesystem::path& result,
                                                 std::string_view bytes);

/// Adds one to the file of a result that exists; durable when it returns. InvalidArgument for an
/// unknown kind or a reason of blanks.
Result<void> annotate_result(const std::filesystem::path& result, const Annotation& annotation);

}  // namespace gb
