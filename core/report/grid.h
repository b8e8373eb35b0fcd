#pragma once

#include <string>
#include <vector>

#include "core/report/format.h"

namespace gb {

/// A plain table of words that every format can print.
struct Grid {
  std::string title;  // may be empty
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> notes;  // sentences below it
};

/// Table and Markdown: title, table, notes. CSV: heads and rows alone. HTML: a section.
std::string grid_text(const Grid& grid, Format format);

}  // namespace gb
