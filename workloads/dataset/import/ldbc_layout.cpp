#include "workloads/dataset/import/ldbc_layout.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace gb {
namespace fs = std::filesystem;
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

/// Without ".csv" or ".csv.gz"; empty for another ending.
std::string_view csv_stem(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  if (!name.ends_with(".csv")) return {};
  return name.substr(0, name.size() - 4);
}

/// "person" of "person_0_0"
std::string_view without_shard(std::string_view stem) {
  for (int i = 0; i < 2; ++i) {
    const std::size_t end = stem.find_last_not_of("0123456789");
    if (end == std::string_view::npos || end + 1 == stem.size() || stem[end] != '_') return stem;
    stem = stem.substr(0, end);
  }
  return stem;
}

bool is_file_of(std::string_view below, const LdbcLayout& layout, std::string_view entity) {
  if (layout.folders) {
    if (!below.starts_with(entity) || below.substr(entity.size(), 1) != "/") return false;
    const std::string_view name = below.substr(entity.size() + 1);
    return name.starts_with("part-") && name.find('/') == std::string_view::npos &&
           !csv_stem(name).empty();
  }
  const std::string_view stem = csv_stem(below);
  return stem.find('/') == std::string_view::npos && !stem.empty() &&
         lower(without_shard(stem)) == lower(entity);
}

}  // namespace

std::optional<LdbcLayout> find_ldbc_layout(const ImportSource& source) {
  // Every folder above a file, in the order of a walk: compared name by name.
  std::set<fs::path> folders = {fs::path()};
  for (const std::string& file : source.files()) {
    for (fs::path at = fs::path(file).parent_path(); !at.empty(); at = at.parent_path()) {
      if (!folders.insert(at).second) break;
    }
  }
  const auto has_both = [&](const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(source.root() / folder / "dynamic", ignored) &&
           fs::is_directory(source.root() / folder / "static", ignored);
  };
  const auto named = std::find_if(folders.begin(), folders.end(), [&](const fs::path& folder) {
    const fs::path name = (folder.empty() ? source.root() : folder).filename();
    return name == "initial_snapshot" && has_both(folder);
  });
  const auto found =
      named != folders.end() ? named : std::find_if(folders.begin(), folders.end(), has_both);
  if (found == folders.end()) return std::nullopt;
  LdbcLayout layout;
  layout.prefix = found->empty() ? "" : found->generic_string() + "/";
  const bool flat =
      std::any_of(source.files().begin(), source.files().end(), [&](const std::string& file) {
        const std::string dynamic = layout.prefix + "dynamic/";
        return file.starts_with(dynamic) && file.find('/', dynamic.size()) == std::string::npos &&
               !csv_stem(file).empty();
      });
  layout.folders = !flat;
  return layout;
}

std::vector<std::string> ldbc_files(const ImportSource& source, const LdbcLayout& layout,
                                    std::string_view part, const LdbcNames& entities) {
  std::vector<std::string> out;
  const std::string prefix = fmt::format("{}{}/", layout.prefix, part);
  for (const std::string_view entity : entities) {
    for (const std::string& file : source.files()) {
      if (!file.starts_with(prefix)) continue;
      if (is_file_of(std::string_view(file).substr(prefix.size()), layout, entity)) {
        out.push_back(file);
      }
    }
    if (!out.empty()) break;
  }
  return out;
}

}  // namespace gb
