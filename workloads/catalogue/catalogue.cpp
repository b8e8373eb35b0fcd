#include "workloads/catalogue/catalogue.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "core/base/file.h"
#include "workloads/catalogue/catalogue_files.h"

namespace gb {
namespace {

constexpr std::array<std::string_view, 6> kClassNames = {"point-read",  "traversal",  "subgraph",
                                                         "aggregation", "analytical", "write"};

// The plain overloads of std::filesystem throw.
bool is_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}
bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// The entries of a folder by name, hidden ones left out.
Result<std::vector<std::filesystem::path>> entries(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::directory_iterator iterator(folder, problem);
  std::vector<std::filesystem::path> paths;
  while (!problem && iterator != std::filesystem::directory_iterator()) {
    if (!iterator->path().filename().string().starts_with('.')) paths.push_back(iterator->path());
    iterator.increment(problem);
  }
  if (problem) {
    return fail(ErrorCode::NotFound, "read catalogue {}: {}", folder.string(), problem.message());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

Result<void> add_file(const std::filesystem::path& path, std::vector<CatalogueFile>& files) {
  Result<std::string> text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  files.push_back({path.string(), std::move(*text)});
  return {};
}

/// The files of one workload; of a dataset it brings along, the manifest alone.
Result<void> add_files(const std::filesystem::path& folder, std::vector<CatalogueFile>& files) {
  const auto paths = entries(folder);
  if (!paths) return tl::unexpected(paths.error());
  for (const std::filesystem::path& path : *paths) {
    if (is_folder(path) && !is_there(path / "manifest.json")) {
      return fail(ErrorCode::InvalidArgument,
                  "{}: a workload's folder holds files and datasets, and this is a folder without "
                  "a manifest.json",
                  path.string());
    }
    const Result<void> added = add_file(is_folder(path) ? path / "manifest.json" : path, files);
    if (!added) return added;
  }
  return {};
}

/// Of every workload in a folder of workload folders. An error when there is none.
Result<std::vector<CatalogueFile>> files_in(const std::filesystem::path& folder) {
  const auto paths = entries(folder);
  if (!paths) return tl::unexpected(paths.error());
  std::vector<CatalogueFile> files;
  for (const std::filesystem::path& path : *paths) {
    // Files beside the workloads' folders (a README, our own sources) are none of the catalogue's.
    if (!is_folder(path)) continue;
    const Result<void> added = add_files(path, files);
    if (!added) return tl::unexpected(added.error());
  }
  const bool any = std::any_of(files.begin(), files.end(), [](const CatalogueFile& file) {
    return std::filesystem::path(file.path).filename() == "workload.toml";
  });
  if (any) return files;
  return fail(ErrorCode::NotFound,
              "no workload in {}: expected a folder each, with a workload.toml{}", folder.string(),
              is_there(folder / "workload.toml")
                  ? "; this is one workload's folder, name the folder above it"
                  : "");
}

}  // namespace

std::string_view name_of(QueryClass query_class) {
  return kClassNames[static_cast<std::size_t>(query_class)];
}

std::string_view name_of(Protocol protocol) {
  constexpr std::array<std::string_view, 3> kNames = {"per-query", "mix", "analytics"};
  return kNames[static_cast<std::size_t>(protocol)];
}

std::optional<QueryClass> find_query_class(std::string_view name) {
  const auto found = std::find(kClassNames.begin(), kClassNames.end(), name);
  if (found == kClassNames.end()) return std::nullopt;
  return static_cast<QueryClass>(found - kClassNames.begin());
}

std::optional<std::filesystem::path> brought_dataset(const Workload& workload,
                                                     std::string_view dataset) {
  if (!dataset.starts_with("./")) return std::nullopt;
  return workload.folder / dataset.substr(2);
}

Result<Catalogue> Catalogue::built_in() {
  Result<std::vector<Workload>> workloads = assemble_workloads(embedded_catalogue());
  if (!workloads) return within("built-in catalogue", workloads.error());
  Catalogue catalogue;
  catalogue.workloads_ = std::move(*workloads);
  return catalogue;
}

Result<Catalogue> Catalogue::from_folder(const std::filesystem::path& folder) {
  const auto files = files_in(folder);
  if (!files) return tl::unexpected(files.error());
  Result<std::vector<Workload>> workloads = assemble_workloads(*files);
  if (!workloads) return tl::unexpected(workloads.error());
  Catalogue catalogue;
  catalogue.workloads_ = std::move(*workloads);
  return catalogue;
}

Result<Catalogue> Catalogue::with_added(const std::filesystem::path& folder) {
  if (folder.empty()) return built_in();
  const auto added = files_in(folder);
  if (!added) return within("read workloads", added.error());
  const auto embedded = embedded_catalogue();
  std::vector<CatalogueFile> files(embedded.begin(), embedded.end());
  files.insert(files.end(), added->begin(), added->end());
  Result<std::vector<Workload>> workloads = assemble_workloads(files);
  if (!workloads) return tl::unexpected(workloads.error());
  Catalogue catalogue;
  catalogue.workloads_ = std::move(*workloads);
  return catalogue;
}

Result<const Workload*> Catalogue::find(std::string_view workload) const {
  std::vector<std::string_view> names;
  for (const Workload& known : workloads_) {
    if (known.name == workload) return &known;
    names.push_back(known.name);
  }
  return fail(ErrorCode::NotFound, "no workload \"{}\"; there are {}", workload,
              fmt::join(names, ", "));
}

}  // namespace gb
