#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gb::architecture {

/// A place in the repository, as an editor opens it.
struct Place {
  std::string file;  // from the root, "core/base/id.h"
  int line = 0;

  std::string text() const { return file + ":" + std::to_string(line); }
};

/// "core/base" of "core/base/id.h"; empty for a file in the root.
std::string folder_of(std::string_view path);
/// Whether `folder` is `parent` or lies below it.
bool is_below(std::string_view folder, std::string_view parent);

struct SourceFile {
  std::string path;
  std::vector<std::string> lines;
};

/// Every text file that belongs to the project, built and hidden folders (but .ci) left out.
std::vector<SourceFile> read_tree(const std::string& root);

struct Include {
  Place place;
  std::string what;      // "core/base/id.h" or "grpcpp/grpcpp.h"
  bool of_ours = false;  // in quotes
};
std::vector<Include> includes_of(const SourceFile& file);

/// One word of a link line: what is linked, by which of our targets.
struct Link {
  Place place;
  std::string target;  // "gb_http", "gb-runner"
  std::string what;    // "gb_metrics", "SQLiteCpp"; our aliases are resolved to their targets
};

/// What the CMakeLists.txt files say of our targets.
struct Build {
  std::map<std::string, std::string> folder;  // target -> where it is declared
  std::vector<Link> links;
  /// Everything that `target` links, directly or not.
  std::vector<std::string> closure(const std::string& target) const;
};
Build read_build(const std::vector<SourceFile>& files);

}  // namespace gb::architecture
