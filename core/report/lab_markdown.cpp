#include <fmt/format.h>

#include "core/report/lab_cell_text.h"
#include "core/report/lab_formats.h"
#include "core/report/lab_notes.h"
#include "core/report/quantity.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

/// One line in which nothing means more than itself to Markdown or HTML.
std::string safe(const std::string& raw) {
  std::string text;
  for (const char c : one_line(raw)) {
    if (std::string_view("|<`*_\\").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}

}  // namespace

std::string lab_markdown(const std::vector<ResultDocument>& documents, bool side_by_side) {
  const auto tables = lab_tables(documents, side_by_side);
  std::string text;
  for (const LabTable& table : tables) {
    text += fmt::format("### {} {} on {}\n\n", safe(table.workload), safe(table.scale),
                        safe(table.machine));
    for (const std::string& difference : table.differences) {
      text += "**Not comparable:** these columns differ in " + safe(difference) + ".\n\n";
    }
    std::string heads = "| Query |";
    std::string rule = "|---|";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      heads +=
          fmt::format(" {} p50 | p99 |{}", safe(table.columns[i].label), i > 0 ? " ratio |" : "");
      rule += i > 0 ? "--:|--:|--:|" : "--:|--:|";
    }
    text += heads + "\n" + rule + "\n";
    const auto add = [&](const LabRow& row, std::string_view suffix) {
      text += "| " + safe(row.query) + std::string(suffix) + " |";
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const LabCell& cell = row.cells[i];
        const std::string word = words_instead(cell);
        if (!word.empty()) {
          text += " " + safe(word) + (i > 0 ? " | | |" : " | |");
          continue;
        }
        text += " " + three_digits(cell.stat->p50) + " | " +
                three_digits(cell.p99_is_max ? cell.stat->max : cell.stat->p99) +
                (cell.p99_is_max ? fmt::format(" (max of {})", cell.stat->count - cell.stat->errors)
                                 : "") +
                " |";
        if (i == 0) continue;
        text += cell.ratio ? fmt::format(" {}{:.2f}x |", cell.undecided ? "~" : "", *cell.ratio)
                           : std::string(" |");
      }
      text += "\n";
    };
    for (const LabRow& row : table.rows) add(row, "");
    for (const LabRow& row : table.cold) add(row, " (cold)");
    text += "\n";
    for (const auto& notes : {problem_notes(table), ratio_notes(table), condition_notes(table)}) {
      for (const Note& note : notes) text += "- " + safe(note.about + ": " + note.text) + "\n";
    }
    text += "\n";
  }
  text += verified_line(verified_count(documents)) + ".\n";
  const auto limits = limit_notes(tables);
  if (!limits.empty()) text += "\nLimits of this run:\n\n";
  for (const std::string& limit : limits) text += "- " + safe(limit) + "\n";
  return text;
}

}  // namespace gb
