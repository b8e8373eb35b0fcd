#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/document/result_document.h"

namespace gb {

/// Files `bytes` (the document's canonical bytes, verbatim) below `results` and returns the path.
/// Append-only: when another document of the same second has the name, the run id is appended;
/// AlreadyExists when that is taken too or there is none. Durable when it returns.
Result<std::filesystem::path> write_result(const std::filesystem::path& results,
                                           const ResultDocument& document, std::string_view bytes);

/// Reads one file and what was said about it (annotations.h); the error names it.
Result<ResultDocument> read_result(const std::filesystem::path& path);

/// Every *.json below `folder` in byte order of paths, symbolic links to folders not followed; none
/// when the folder is missing.
Result<std::vector<std::filesystem::path>> json_files(const std::filesystem::path& folder);

/// The same for whoever compares or judges: FailedPrecondition, with the reason, for a withdrawn
/// one.
Result<ResultDocument> read_sound_result(const std::filesystem::path& path);

/// What a scan keeps; an empty text keeps all. Workload and engine exact, scale ignoring case.
struct ResultFilter {
  std::string workload = {}, scale = {}, engine = {};
  bool withdrawn = false;  // withdrawn ones too; for who only shows them
};

struct FoundResult {
  std::filesystem::path path;
  ResultDocument document;
};

struct ResultScan {
  std::vector<FoundResult> found;  // in byte order of paths
  std::vector<Error> skipped;      // files named *.json that are no readable result document, and
                                   // withdrawn ones
};

/// Every *.json below `folder`, symbolic links to folders not followed. A missing folder yields
/// nothing and is no error; one that cannot be read is.
Result<ResultScan> scan_results(const std::filesystem::path& folder, const ResultFilter& filter);

/// How newest_results groups. Engine and Workload are the reference's rules; they may put documents
/// of different workloads, scales or machines side by side. Cell keeps those apart.
enum class NewestPer { Engine, Workload, Cell };

/// The newest document of each group by start time, on a tie the later one; each stays at the
/// position of the first document of its group.
std::vector<FoundResult> newest_results(std::vector<FoundResult> found, NewestPer group);

}  // namespace gb
