#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/document/result_files.h"

namespace gb::test {

inline ResultDocument published(const std::string& name) {
  return read_result(std::filesystem::path(GB_SOURCE_DIR) / "tests/fixtures/documents" / name)
      .value();
}

inline ResultDocument zu() { return published("20260819T151225Z-zu-inproc-46dceb23.json"); }
inline ResultDocument ladybug() {
  return published("20260819T151452Z-ladybug-inproc-46dceb23.json");
}
inline ResultDocument legacy() {
  return published("20260624T101112Z-ladybug-inproc-fd000c2a.json");
}

/// Without the blanks at the ends of lines, which padding leaves.
inline std::string stripped(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    std::string line = text.substr(at, end - at);
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
    at = end + 1;
  }
  return result;
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace gb::test
