#include <cstdio>
#include <string>

#include "core/base/file.h"
#include "tests/truth/row.h"

/// Writes the table of experiments into a Markdown page between its two markers.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: truth_table PAGE.md\n", stderr);
    return 64;
  }
  const auto page = gb::read_file(argv[1]);
  if (!page) {
    std::fprintf(stderr, "truth_table: %s\n", page.error().message.c_str());
    return 64;
  }
  const std::string begin = gb::truth::kBegin, end = gb::truth::kEnd;
  const std::size_t from = page->find(begin), to = page->find(end);
  if (from == std::string::npos || to == std::string::npos || to < from) {
    std::fprintf(stderr, "truth_table: %s lacks the markers\n", argv[1]);
    return 64;
  }
  const std::string table = gb::truth::markdown(gb::truth::all_rows());
  const auto written = gb::write_file_durably(
      argv[1], page->substr(0, from) + begin + "\n" + table + "\n" + page->substr(to));
  if (written) return 0;
  std::fprintf(stderr, "truth_table: %s\n", written.error().message.c_str());
  return 5;
}
