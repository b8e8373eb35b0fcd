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

/// The same of the folder's name.
std::string misnamed(const Dataset& opened) {
  if (opened.folder.filename() == folder_name(opened)) return {};
  return fmt::format("dataset {}: its checksum is {}, which is not in its name",
                     opened.folder.string(), opened.checksum);
}

Result<void> refuse_ambiguous(const WantedDataset& wanted, const Dataset& one,
                              const Dataset& other) {
  if (one.checksum == other.checksum) return {};
  return fail(ErrorCode::InvalidArgument,
              "there are several datasets named \"{}\": {} and {}; pin one as \"{}@{}\"",
              wanted.name, one.folder.string(), other.folder.string(), wanted.name, one.checksum);
}

}  // namespace

std::string difference(const Dataset& opened, const WantedDataset& wanted) {
  const std::string folder = opened.folder.string();
  if (opened.name != wanted.name) {
    return fmt::format("dataset {}: its manifest names it \"{}\", not \"{}\"", folder, opened.name,
                       wanted.name);
  }
  if (!wanted.checksum.empty() && opened.checksum != wanted.checksum) {
    return fmt::format("dataset {}: its checksum is {}, not {}", folder, opened.checksum,
                       wanted.checksum);
  }
  if (!wanted.recipe) return {};
  Dataset expected = describe(*wanted.recipe);
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
  return fmt::format("dataset {}: its manifest is not the one of its recipe", folder);
}

std::string folder_name(const Dataset& dataset) {
  const std::string_view digits =
      std::string_view(dataset.checksum)
          .substr(std::min(dataset.checksum.size(), std::string_view("sha256:").size()));
  return digits.empty() ? dataset.name
                        : fmt::format("{}-{}", dataset.name, digits.substr(0, kDigits));
}

Result<Lookup> look_up(const fs::path& folder, const WantedDataset& wanted) {
  const auto entries = fitting_entries(folder, wanted.name);
  if (!entries) return tl::unexpected(entries.error());
  Lookup lookup;
  for (const fs::path& entry : *entries) {
    if (auto inside = refuse_link_outside(entry, folder); !inside) {
      return tl::unexpected(inside.error());
    }
    const auto described = read_manifest(entry);
    // Another recipe of the same name, such as another seed, or another checksum.
    if (described && !wanted.recipe_block.empty() &&
        recipe_block(*described).value_or("") != wanted.recipe_block) {
      continue;
    }
    if (described && !wanted.checksum.empty() && described->checksum != wanted.checksum) continue;
    const auto opened = described ? open_dataset(entry) : described;
    std::string problem = opened ? misnamed(*opened) : opened.error().message;
    if (problem.empty()) problem = difference(*opened, wanted);
    if (problem.empty()) {
      if (lookup.dataset) {
        if (auto one = refuse_ambiguous(wanted, *lookup.dataset, *opened); !one) {
          return tl::unexpected(one.error());
        }
      }
      lookup.dataset = *opened;
      if (wanted.recipe || !wanted.checksum.empty()) return lookup;
      continue;
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
