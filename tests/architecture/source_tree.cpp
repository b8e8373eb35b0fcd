#include "tests/architecture/source_tree.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>

namespace gb::architecture {
namespace {

namespace fs = std::filesystem;

bool is_left_out(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  if (name.starts_with('.') && name != ".ci" && !name.starts_with(".clang")) return true;
  if (entry.is_directory()) {
    return name.starts_with("build") || name == "results" || name == "datasets" ||
           name == "node_modules" || name == "__pycache__";
  }
  constexpr std::array kBinary{".png", ".gz", ".zst", ".db", ".ico", ".woff2"};
  const std::string extension = entry.path().extension().string();
  return name == "compile_commands.json" ||
         std::find(kBinary.begin(), kBinary.end(), extension) != kBinary.end();
}

struct Word {
  std::string text;
  int line = 0;
};

/// The words between a command's parentheses, from `line` on; comments are gone.
std::vector<Word> arguments(const std::vector<std::string>& lines, std::size_t line,
                            std::size_t column) {
  std::vector<Word> words;
  for (; line < lines.size(); ++line, column = 0) {
    std::string word;
    const std::string& text = lines[line];
    for (; column <= text.size(); ++column) {
      const char c = column < text.size() ? text[column] : ' ';
      const bool ends = c == ')' || c == '#';
      if (!ends && std::isspace(static_cast<unsigned char>(c)) == 0) {
        word += c;
        continue;
      }
      if (!word.empty()) words.push_back({word, static_cast<int>(line) + 1});
      word.clear();
      if (c == ')') return words;
      if (c == '#') break;
    }
  }
  return words;
}

std::string resolved(const std::string& name) {
  return name.starts_with("gb::") ? "gb_" + name.substr(4) : name;
}

void read_command(const SourceFile& file, const std::string& command, std::vector<Word> words,
                  Build& build) {
  if (words.empty()) return;
  const std::string target = resolved(words[0].text);
  const bool declares = command != "target_link_libraries";
  if (declares) build.folder.emplace(target, folder_of(file.path));
  if (command == "add_library") return;
  bool linking = !declares;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    if (word == "PUBLIC" || word == "PRIVATE" || word == "INTERFACE" || word == "LINK") {
      linking = true;
    } else if (word == "SOURCES" || word == "LABELS" || word == "TIMEOUT") {
      linking = false;
    } else if (linking) {
      build.links.push_back({{file.path, words[i].line}, target, resolved(word)});
    }
  }
}

}  // namespace

std::string folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

bool is_below(std::string_view folder, std::string_view parent) {
  return folder == parent || (folder.starts_with(parent) && folder[parent.size()] == '/');
}

std::vector<SourceFile> read_tree(const std::string& root) {
  std::vector<SourceFile> files;
  for (auto at = fs::recursive_directory_iterator(root); at != fs::recursive_directory_iterator();
       ++at) {
    if (is_left_out(*at)) {
      at.disable_recursion_pending();
      continue;
    }
    if (!at->is_regular_file()) continue;
    SourceFile file{fs::relative(at->path(), root).generic_string(), {}};
    std::ifstream stream(at->path());
    for (std::string line; std::getline(stream, line);) file.lines.push_back(line);
    files.push_back(std::move(file));
  }
  return files;
}

std::vector<Include> includes_of(const SourceFile& file) {
  std::vector<Include> includes;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    constexpr std::string_view kInclude = "#include ";
    const std::string_view line = file.lines[i];
    if (!line.starts_with(kInclude) || line.size() < kInclude.size() + 2) continue;
    const char opening = line[kInclude.size()];
    const auto end = line.find(opening == '<' ? '>' : '"', kInclude.size() + 1);
    if (end == std::string_view::npos) continue;
    includes.push_back({{file.path, static_cast<int>(i) + 1},
                        std::string(line.substr(kInclude.size() + 1, end - kInclude.size() - 1)),
                        opening == '"'});
  }
  return includes;
}

Build read_build(const std::vector<SourceFile>& files) {
  constexpr std::array kCommands{"gb_library", "gb_program", "gb_test", "target_link_libraries",
                                 "add_library"};
  Build build;
  for (const SourceFile& file : files) {
    if (!file.path.ends_with("CMakeLists.txt")) continue;
    for (std::size_t line = 0; line < file.lines.size(); ++line) {
      for (const std::string command : kCommands) {
        if (!file.lines[line].starts_with(command + "(")) continue;
        read_command(file, command, arguments(file.lines, line, command.size() + 1), build);
      }
    }
  }
  return build;
}

std::vector<std::string> Build::closure(const std::string& target) const {
  std::set<std::string> seen;
  std::vector<std::string> waiting{target};
  while (!waiting.empty()) {
    const std::string one = waiting.back();
    waiting.pop_back();
    for (const Link& link : links) {
      if (link.target == one && seen.insert(link.what).second) waiting.push_back(link.what);
    }
  }
  return {seen.begin(), seen.end()};
}

}  // namespace gb::architecture
