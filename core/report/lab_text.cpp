#include <fmt/format.h>

#include <optional>

#include "core/report/extra_tables.h"
#include "core/report/lab_cell_text.h"
#include "core/report/lab_formats.h"
#include "core/report/lab_notes.h"
#include "core/report/quantity.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

/// n when every measured cell of the column shows the largest of the same n; then the heading says
/// so.
std::optional<std::int64_t> common_max(const LabTable& table, std::size_t column) {
  std::optional<std::int64_t> n;
  for (const auto* rows : {&table.rows, &table.cold}) {
    for (const LabRow& row : *rows) {
      const LabCell& cell = row.cells[column];
      if (cell.kind != CellKind::Measured) continue;
      const std::int64_t successes = cell.stat->count - cell.stat->errors;
      if (!cell.p99_is_max || (n && *n != successes)) return std::nullopt;
      n = successes;
    }
  }
  return n;
}

class Layout {
 public:
  explicit Layout(const LabTable& table) : table_(table) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) maxima_.push_back(common_max(table, i));
    for (const LabRow& row : table.rows) {
      for (const LabCell& cell : row.cells) ratios_ = ratios_ || cell.ratio;
    }
  }

  /// Columns [begin, end) as a table.
  TextTable part(std::size_t begin, std::size_t end) const {
    std::vector<Align> align{Align::Left};
    TableRow labels{""};
    TableRow heads{"Query"};
    for (std::size_t i = begin; i < end; ++i) {
      align.insert(align.end(), span(i), Align::Right);
      labels.emplace_back(table_.columns[i].label, span(i));
      heads.emplace_back("p50");
      heads.emplace_back(maxima_[i] ? fmt::format("max of {}", *maxima_[i]) : "p99");
      if (span(i) == 3) heads.emplace_back("ratio");
    }
    TextTable text(std::move(align));
    text.add_heading(std::move(labels));
    text.add_heading(std::move(heads));
    std::string group = "\n";  // no class is called so
    for (const LabRow& row : table_.rows) {
      if (row.query_class != group) {
        group = row.query_class;
        text.add_row({group.empty() ? "class unknown" : group});
      }
      add(text, row, begin, end);
    }
    if (!table_.cold.empty()) text.add_row({"cold (per class)"});
    for (const LabRow& row : table_.cold) add(text, row, begin, end);
    return text;
  }

  bool ratios() const { return ratios_; }

 private:
  std::size_t span(std::size_t column) const { return ratios_ && column > 0 ? 3 : 2; }

  void add(TextTable& text, const LabRow& row, std::size_t begin, std::size_t end) const {
    TableRow cells{"  " + row.query};
    for (std::size_t i = begin; i < end; ++i) {
      const LabCell& cell = row.cells[i];
      if (const std::string word = words_instead(cell); !word.empty()) {
        cells.emplace_back(word, span(i));
        continue;
      }
      cells.emplace_back(with_reach(cell.stat->p50, cell.p50_low, cell.p50_high));
      std::string tail = cell.p99_is_max ? three_digits(cell.stat->max)
                                         : with_reach(cell.stat->p99, cell.p99_low, cell.p99_high);
      if (cell.p99_is_max && !maxima_[i]) {
        tail += fmt::format(" max of {}", cell.stat->count - cell.stat->errors);
      }
      cells.emplace_back(tail);
      if (span(i) < 3) continue;
      cells.emplace_back(
          cell.ratio ? fmt::format("{}{:.2f}x", cell.undecided ? "~" : "", *cell.ratio) : "");
    }
    text.add_row(std::move(cells));
  }

  const LabTable& table_;
  std::vector<std::optional<std::int64_t>> maxima_;
  bool ratios_ = false;
};

std::string notes_text(const std::vector<Note>& notes, std::size_t width) {
  std::string text;
  for (const Note& note : notes) {
    // The whole note is wrapped, later lines two blanks in, however long the name in front is.
    const std::string line = wrapped("  ", note.about + ": " + note.text, width);
    text += line.substr(2);
  }
  return text.empty() ? text : text + "\n";
}

std::string table_text(const LabTable& table, bool side_by_side, std::size_t width) {
  std::string text = side_by_side
                         ? "On " + table.machine
                         : fmt::format("{} {} on {}", table.workload, table.scale, table.machine);
  if (table.emulated) text += ", emulated: texts that do the work of kernels the engine lacks";
  text += "\n\n";
  if (!table.differences.empty()) {
    std::string reason;
    for (const std::string& difference : table.differences) {
      reason += (reason.empty() ? "" : "; ") + difference;
    }
    text +=
        wrapped("",
                "NOT COMPARABLE, shown side by side only: these columns differ in " + reason + ".",
                width) +
        "\n";
  }
  const Layout layout(table);
  for (std::size_t begin = 0; begin < table.columns.size();) {
    std::size_t end = table.columns.size();
    while (end > begin + 1 && layout.part(begin, end).width() > width) --end;
    text += layout.part(begin, end).render() + "\n";
    begin = end;
  }
  text += notes_text(problem_notes(table), width);
  if (layout.ratios()) text += notes_text(ratio_notes(table), width);
  text += notes_text(condition_notes(table), width);
  Columns columns;
  for (const LabColumn& column : table.columns) columns.push_back(column.document);
  for (const std::string& extra : extra_tables(columns, table.emulated)) text += extra + "\n";
  return text;
}

}  // namespace

std::string lab_text(const std::vector<ResultDocument>& documents, bool side_by_side,
                     std::size_t width) {
  const auto tables = lab_tables(documents, side_by_side);
  std::string text;
  for (const LabTable& table : tables) text += table_text(table, side_by_side, width);
  text += verified_line(verified_count(documents)) + ".\n";
  const auto limits = limit_notes(tables);
  if (!limits.empty()) text += "\nLimits of this run:\n";
  for (const std::string& limit : limits) text += wrapped("- ", limit, width);
  return text;
}

}  // namespace gb
