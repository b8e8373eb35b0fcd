#include "core/document/result_files.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/file.h"
#include "core/document/annotations.h"
#include "core/document/codec.h"
#include "core/document/file_name.h"
#include "core/document/lookup.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

bool wanted(const ResultDocument& document, const ResultFilter& filter) {
  const Condition& condition = document.condition;
  return (filter.workload.empty() || filter.workload == workload_of(document)) &&
         (filter.scale.empty() || lower(filter.scale) == lower(condition.scale)) &&
         (filter.engine.empty() || filter.engine == condition.engine);
}

std::vector<std::string> group_of(const ResultDocument& document, NewestPer group) {
  const Condition& condition = document.condition;
  switch (group) {
    case NewestPer::Engine:
      return {condition.engine};
    case NewestPer::Workload:
      return {workload_of(document)};
    case NewestPer::Cell:
      break;
  }
  return {workload_of(document), lower(condition.scale), condition.engine, condition.plane,
          document.gb ? document.gb->machine : ""};
}

}  // namespace

Result<std::vector<fs::path>> json_files(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code unreadable;
    if (at->path().extension() == ".json" && at->is_regular_file(unreadable)) {
      paths.push_back(at->path());
    }
  }
  if (error == std::errc::no_such_file_or_directory) return paths;
  if (error) return tl::unexpected(system_error("list the results in", folder, error.value()));
  std::sort(paths.begin(), paths.end(),
            [](const fs::path& a, const fs::path& b) { return a.native() < b.native(); });
  return paths;
}

Result<fs::path> write_result(const fs::path& results, const ResultDocument& document,
                              std::string_view bytes) {
  const auto name = result_path(document);
  if (!name) return tl::unexpected(name.error());
  const auto written = create_file_durably(results / *name, bytes);
  if (written) return results / *name;
  if (written.error().code != ErrorCode::AlreadyExists) return tl::unexpected(written.error());
  const auto longer = result_path_with_run(document);
  if (!longer) return tl::unexpected(written.error());
  if (const auto again = create_file_durably(results / *longer, bytes); !again) {
    return tl::unexpected(again.error());
  }
  return results / *longer;
}

Result<ResultDocument> read_result(const fs::path& path) {
  const auto bytes = read_file(path);
  if (!bytes) return tl::unexpected(bytes.error());
  auto document = decode_document(*bytes, path.string());
  if (!document) return document;
  auto annotations = read_annotations(path, *bytes);
  if (!annotations) return tl::unexpected(annotations.error());
  document->annotations = std::move(*annotations);
  return document;
}

Result<ResultDocument> read_sound_result(const fs::path& path) {
  auto document = read_result(path);
  if (!document || !is_withdrawn(*document)) return document;
  return fail(ErrorCode::FailedPrecondition, "{}: withdrawn: {}", path.string(),
              document->annotations.back().reason);
}

Result<ResultScan> scan_results(const fs::path& folder, const ResultFilter& filter) {
  const auto paths = json_files(folder);
  if (!paths) return tl::unexpected(paths.error());
  ResultScan scan;
  for (const fs::path& path : *paths) {
    auto document = filter.withdrawn ? read_result(path) : read_sound_result(path);
    if (!document) {
      scan.skipped.push_back(document.error());
    } else if (wanted(*document, filter)) {
      scan.found.push_back({path, std::move(*document)});
    }
  }
  return scan;
}

std::vector<FoundResult> newest_results(std::vector<FoundResult> found, NewestPer group) {
  std::vector<FoundResult> newest;
  std::map<std::vector<std::string>, std::size_t> position;
  for (FoundResult& result : found) {
    const auto [at, first] = position.emplace(group_of(result.document, group), newest.size());
    if (first) {
      newest.push_back(std::move(result));
      continue;
    }
    FoundResult& kept = newest[at->second];
    if (result.document.condition.started_at >= kept.document.condition.started_at) {
      kept = std::move(result);
    }
  }
  return newest;
}

}  // namespace gb
