#include "core/report/grid.h"

#include <fmt/format.h>

#include "core/report/csv.h"
#include "core/report/markup.h"
#include "core/report/text_table.h"

namespace gb {
namespace {

std::string table(const Grid& grid) {
  TextTable table;
  table.add_heading({grid.heads.begin(), grid.heads.end()});
  for (const auto& row : grid.rows) table.add_row({row.begin(), row.end()});
  std::string text = grid.title.empty() ? "" : grid.title + "\n\n";
  text += table.render();
  if (!grid.notes.empty()) text += "\n";
  for (const std::string& note : grid.notes) text += wrapped("", note, 100);
  return text;
}

std::string markdown(const Grid& grid) {
  std::string text = grid.title.empty() ? "" : "### " + markdown_safe(grid.title) + "\n\n";
  const auto add = [&text](const std::vector<std::string>& cells) {
    text += "|";
    for (const std::string& cell : cells) text += " " + markdown_safe(cell) + " |";
    text += "\n";
  };
  add(grid.heads);
  text += "|";
  for (std::size_t i = 0; i < grid.heads.size(); ++i) text += "---|";
  text += "\n";
  for (const auto& row : grid.rows) add(row);
  if (!grid.notes.empty()) text += "\n";
  for (const std::string& note : grid.notes) text += "- " + markdown_safe(note) + "\n";
  return text;
}

std::string csv(const Grid& grid) {
  std::string text = csv_record(grid.heads);
  for (const auto& row : grid.rows) text += csv_record(row);
  return text;
}

std::string html(const Grid& grid) {
  std::string text = "<section>\n";
  if (!grid.title.empty()) text += "<h2>" + escaped(grid.title) + "</h2>\n";
  text += "<table>\n<thead><tr>";
  for (const std::string& head : grid.heads) text += "<th>" + escaped(head) + "</th>";
  text += "</tr></thead>\n<tbody>\n";
  for (const auto& row : grid.rows) {
    text += "<tr>";
    for (const std::string& cell : row) text += "<td>" + escaped(cell) + "</td>";
    text += "</tr>\n";
  }
  text += "</tbody></table>\n<ul>\n";
  for (const std::string& note : grid.notes) text += "<li>" + escaped(note) + "</li>\n";
  return text + "</ul>\n</section>\n";
}

}  // namespace

std::string grid_text(const Grid& grid, Format format) {
  switch (format) {
    case Format::Markdown:
      return markdown(grid);
    case Format::Csv:
      return csv(grid);
    case Format::Html:
      return html(grid);
    case Format::Table:
    case Format::Json:
      break;
  }
  return table(grid);
}

}  // namespace gb
