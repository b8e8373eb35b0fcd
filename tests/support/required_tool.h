#pragma once

#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace gb::support {

/// The full path of a program in PATH.
inline std::optional<std::string> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::stringstream folders(path == nullptr ? "/usr/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = folder + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

/// Whether a machine that runs every test was promised: GRAPH_BENCH_REQUIRE_TOOLS is "all" or a
/// list with commas that names this tool. Then its absence is a failure, not a skip.
inline bool tool_is_required(std::string_view name) {
  const char* given = std::getenv("GRAPH_BENCH_REQUIRE_TOOLS");
  std::stringstream names(given == nullptr ? "" : given);
  for (std::string one; std::getline(names, one, ',');) {
    if (one == "all" || one == "1" || one == name) return true;
  }
  return false;
}

}  // namespace gb::support
