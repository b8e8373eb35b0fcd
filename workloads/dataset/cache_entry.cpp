#include "workloads/dataset/cache_entry.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <vector>

#include "core/base/file.h"
#include "core/base/id.h"
#include "core/data/checksum.h"
#include "core/data/manifest.h"
#include "workloads/dataset/cache.h"
#include "workloads/dataset/generator.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kDigits = 8;

/// "<name>-" and eight hex digits.
bool fits(const std::string& entry, const std::string& name) {
  return entry.size() == name.size() + 1 + kDigits && entry.starts_with(name + "-") &&
         entry.find_first_not_of("0123456789abcdef", name.size() + 1) == std::string::npos;
}

Result<std::vector<fs::path>> fitting_entries(const fs::path& folder, const std::string& name) {
  std::vector<fs::path> entries;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  if (error.value() == ENOENT) return entries;
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    if (fits(at->path().filename().string(), name)) entries.push_back(at->path());
  }
  if (error) return tl::unexpected(system_error("list", folder, error.value()));
  std::sort(entries.begin(), entries.end());
  return entries;
}

Result<void> refuse_link_outside(const fs::path& entry, const fs::path& folder) {
  std::error_code error;
  if (!fs::is_symlink(entry, error)) return {};
  const fs::path real = fs::weakly_canonical(entry, error);
  const fs::path root = fs::canonical(folder, error);
  if (std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end()) {
    return {};
  }
  return fail(ErrorCode::FailedPrecondition,
              "{} is a symbolic link that leads out of the folder of datasets, to {}; remove it",
              entry.string(), real.string());
}

/// Where the files of a table are: those its description names, else the one of the usual name.
void place_files(std::vector<fs::path>& files, const std::string& usual, const fs::path& folder) {
  if (files.empty()) files = {usual};
  for (fs::path& file : files) file = folder / file;
}

/// What differs between an opened dataset and what its recipe and its folder's name promise. The
/// checksum covers neither schema nor counts, so the whole manifest is compared.
std::string difference(const Dataset& opened, Dataset expected) {
  if (opened.folder.filename() != folder_name(opened)) {
    return fmt::format("dataset {}: its checksum is {}, which is not in its name",
                       opened.folder.string(), opened.checksum);
  }
  expected.folder = opened.folder;
  expected.checksum = opened.checksum;
  if (expected.node_count == 0) expected.node_count = opened.node_count;
  if (expected.edge_count == 0) expected.edge_count = opened.edge_count;
  for (NodeTable& table : expected.nodes) {
    place_files(table.files, "nodes/" + table.label + ".csv", opened.folder);
  }
  for (RelTable& table : expected.rels) {
    place_files(table.files, "rels/" + table.type + ".csv", opened.folder);
  }
  expected.listed_files = opened.listed_files;  // the checksum has them all, with their paths
  if (manifest_text(opened) == manifest_text(expected)) return {};
  return fmt::format("dataset {}: its manifest is not the one of its recipe",
                     opened.folder.string());
}

}  // namespace

std::string folder_name(const Dataset& dataset) {
  const std::string_view digits =
      std::string_view(dataset.checksum)
          .substr(std::min(dataset.checksum.size(), std::string_view("sha256:").size()));
  return digits.empty() ? dataset.name
                        : fmt::format("{}-{}", dataset.name, digits.substr(0, kDigits));
}

Result<Lookup> look_up(const fs::path& folder, const Recipe& recipe) {
  const Dataset expected = describe(recipe);
  const auto wanted = recipe_block(expected);
  if (!wanted) return tl::unexpected(wanted.error());
  const auto entries = fitting_entries(folder, expected.name);
  if (!entries) return tl::unexpected(entries.error());
  Lookup lookup;
  for (const fs::path& entry : *entries) {
    if (auto inside = refuse_link_outside(entry, folder); !inside) {
      return tl::unexpected(inside.error());
    }
    const auto described = read_manifest(entry);
    // Another recipe of the same name, such as another seed.
    if (described && recipe_block(*described).value_or("") != *wanted) continue;
    const auto opened = described ? open_dataset(entry) : described;
    const std::string problem = opened ? difference(*opened, expected) : opened.error().message;
    if (problem.empty()) {
      lookup.dataset = *opened;
      return lookup;
    }
    // Not ours to repair, but to report: a disk that cannot be read, a link that leads outside.
    if (!opened && (opened.error().code == ErrorCode::PermissionDenied ||
                    opened.error().code == ErrorCode::FailedPrecondition)) {
      return tl::unexpected(opened.error());
    }
    if (lookup.corrupt.empty()) {
      lookup.corrupt = entry;
      lookup.problem = problem;
    }
  }
  return lookup;
}

Result<fs::path> move_aside(const fs::path& entry) {
  const std::string prefix = ".corrupt-" + entry.filename().string() + "-";
  std::vector<fs::path> earlier;
  std::error_code error;
  fs::directory_iterator at(entry.parent_path(), error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    if (at->path().filename().string().starts_with(prefix)) earlier.push_back(at->path());
  }
  const fs::path aside = entry.parent_path() / (prefix + new_uuid_v7());
  if (std::rename(entry.c_str(), aside.c_str()) != 0) {
    return tl::unexpected(system_error("move aside", entry, errno));
  }
  for (const fs::path& old : earlier) fs::remove_all(old, error);
  return aside;
}

}  // namespace gb
