#include "core/document/file_name.h"

#include <algorithm>
#include <string_view>

#include "core/base/duration.h"
#include "core/base/id.h"
#include "core/document/keys.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

std::string lower_with_dashes(std::string text) {
  for (char& c : text) {
    if (c == ' ' || c == '/') c = '-';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

/// Whether text may be one name of a folder or file: no separator, no control character, no dot in
/// front, short enough for every file system.
bool is_one_name(std::string_view text) {
  return !text.empty() && text.size() <= 200 && text.front() != '.' &&
         std::none_of(text.begin(), text.end(), [](char c) {
           return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
         });
}

Result<fs::path> named(const ResultDocument& document, const std::string& suffix) {
  const Condition& condition = document.condition;
  const auto missing = [](std::string_view what) {
    return fail(ErrorCode::InvalidArgument, "a result without {} cannot be filed", what);
  };
  const std::string& workload = document.workload.empty() ? condition.workload : document.workload;
  if (workload.empty()) return missing("a workload");
  if (condition.engine.empty()) return missing("an engine");
  if (condition.started_at == WallTime{}) return missing("a start time");
  const std::string scale = condition.scale.empty() ? "unknown" : condition.scale;
  std::string checksum = checksum8(condition.dataset_checksum);
  if (checksum.empty()) checksum = "nochecksum";
  const std::string file = fmt::format(
      "{}-{}-{}-{}{}.json", format_compact_utc(condition.started_at),
      lower_with_dashes(condition.engine), lower_with_dashes(condition.plane), checksum, suffix);
  for (const std::string& part : {workload, scale, file}) {
    if (!is_one_name(part)) {
      return fail(ErrorCode::InvalidArgument, "\"{}\" cannot be the name of a file or folder",
                  part.substr(0, 80));
    }
  }
  return fs::path(workload) / scale / file;
}

}  // namespace

Result<fs::path> result_path(const ResultDocument& document) { return named(document, ""); }

Result<fs::path> result_path_with_run(const ResultDocument& document) {
  const std::string run = document.gb ? document.gb->run_id : "";
  if (!is_identifier(run)) {
    return fail(ErrorCode::InvalidArgument, "\"{}\" is no run id to tell two results apart by",
                run.substr(0, 80));
  }
  return named(document, "-" + run);
}

Result<fs::path> result_path_with_hash(const ResultDocument& document, const std::string& sha256) {
  return named(document, "-" + sha256.substr(0, 12));
}

}  // namespace gb
