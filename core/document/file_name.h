#pragma once

#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "core/document/result_document.h"

namespace gb {

/// Where a document belongs below the results folder (result-document §1):
/// "lsqb/sf1/20260819T151225Z-zu-inproc-46dceb23.json".
/// InvalidArgument when the workload, the engine or the start time is missing, and when a part
/// would leave its folder: an imported document is a stranger's.
Result<std::filesystem::path> result_path(const ResultDocument& document);

/// The same with the run id before ".json", for a second document of the same second.
/// InvalidArgument when the document has no run id, too.
Result<std::filesystem::path> result_path_with_run(const ResultDocument& document);

/// The same with the first twelve digits of the SHA-256 of its bytes, for an imported document
/// whose name another one has taken.
Result<std::filesystem::path> result_path_with_hash(const ResultDocument& document,
                                                    const std::string& sha256);

}  // namespace gb
