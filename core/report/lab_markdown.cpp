#include <fmt/format.h>

#include "core/report/extra_tables.h"
#include "core/report/lab_cell_text.h"
#include "core/report/lab_formats.h"
#include "core/report/lab_notes.h"
#include "core/report/markup.h"
#include "core/report/quantity.h"

namespace gb {
namespace {

std::string figure(std::int64_t value, const std::optional<std::int64_t>& low,
                   const std::optional<std::int64_t>& high) {
  const std::string bounds = bounds_text(low, high);
  return three_digits(value) + (bounds.empty() ? "" : " " + bounds);
}

}  // namespace

std::string lab_markdown(const std::vector<ResultDocument>& documents, bool side_by_side) {
  const auto tables = lab_tables(documents, side_by_side);
  std::string text;
  for (const LabTable& table : tables) {
    text += fmt::format("### {} {} on {}{}\n\n", markdown_safe(table.workload),
                        markdown_safe(table.scale), markdown_safe(table.machine),
                        table.emulated ? ", emulated" : "");
    for (const std::string& difference : table.differences) {
      text += "**Not comparable:** these columns differ in " + markdown_safe(difference) + ".\n\n";
    }
    std::string heads = "| Query |";
    std::string rule = "|---|";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      heads += fmt::format(" {} p50 | p99 |{}", markdown_safe(table.columns[i].label),
                           i > 0 ? " ratio |" : "");
      rule += i > 0 ? "--:|--:|--:|" : "--:|--:|";
    }
    text += heads + "\n" + rule + "\n";
    const auto add = [&](const LabRow& row, std::string_view suffix) {
      text += "| " + markdown_safe(row.query) + std::string(suffix) + " |";
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const LabCell& cell = row.cells[i];
        const std::string word = words_instead(cell);
        if (!word.empty()) {
          text += " " + markdown_safe(word) + (i > 0 ? " | | |" : " | |");
          continue;
        }
        text += " " + figure(cell.stat->p50, cell.p50_low, cell.p50_high) + " | " +
                (cell.p99_is_max ? fmt::format("{} (max of {})", three_digits(cell.stat->max),
                                               cell.stat->count - cell.stat->errors)
                                 : figure(cell.stat->p99, cell.p99_low, cell.p99_high)) +
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
      for (const Note& note : notes)
        text += "- " + markdown_safe(note.about + ": " + note.text) + "\n";
    }
    Columns columns;
    for (const LabColumn& column : table.columns) columns.push_back(column.document);
    for (const std::string& extra : extra_tables(columns, table.emulated)) {
      text += "\n```\n" + extra + "```\n";
    }
    text += "\n";
  }
  text += verified_line(verified_count(documents)) + ".\n";
  const auto limits = limit_notes(tables);
  if (!limits.empty()) text += "\nLimits of this run:\n\n";
  for (const std::string& limit : limits) text += "- " + markdown_safe(limit) + "\n";
  return text;
}

}  // namespace gb
