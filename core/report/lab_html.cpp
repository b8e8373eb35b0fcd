#include <fmt/format.h>

#include "core/base/version.h"
#include "core/report/extra_tables.h"
#include "core/report/lab_cell_text.h"
#include "core/report/lab_formats.h"
#include "core/report/lab_notes.h"
#include "core/report/markup.h"
#include "core/report/plots.h"
#include "core/report/quantity.h"
#include "core/report/resource_table.h"

namespace gb {
namespace {

std::string figure(std::int64_t value, const std::optional<std::int64_t>& low,
                   const std::optional<std::int64_t>& high) {
  const std::string bounds = bounds_text(low, high);
  return three_digits(value) + (bounds.empty() ? "" : "<br><small>" + escaped(bounds) + "</small>");
}

std::string cell_html(const LabCell& cell, bool with_ratio) {
  const int span = with_ratio ? 3 : 2;
  if (const std::string words = words_instead(cell); !words.empty()) {
    return fmt::format("<td colspan=\"{}\" class=\"{}\">{}</td>", span, name_of(cell.kind),
                       escaped(words));
  }
  std::string text = "<td>" + figure(cell.stat->p50, cell.p50_low, cell.p50_high) + "</td><td>";
  if (cell.p99_is_max) {
    text += fmt::format("{}<br><small>max of {}</small>", three_digits(cell.stat->max),
                        cell.stat->count - cell.stat->errors);
  } else {
    text += figure(cell.stat->p99, cell.p99_low, cell.p99_high);
  }
  text += "</td>";
  if (!with_ratio) return text;
  if (!cell.ratio) return text + "<td></td>";
  const bool loss = !cell.undecided && *cell.ratio > 1;
  text += fmt::format("<td{}>{}{:.2f}x", loss ? " class=\"loss\"" : "", cell.undecided ? "~" : "",
                      *cell.ratio);
  if (cell.ratio_low && cell.ratio_high) {
    text += fmt::format("<br><small>({:.2f} to {:.2f})</small>", *cell.ratio_low, *cell.ratio_high);
  }
  return text + "</td>";
}

std::string figures_html(const LabTable& table) {
  std::string text = "<table>\n<thead><tr><th rowspan=\"2\">Query</th>";
  std::string second;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text +=
        fmt::format("<th colspan=\"{}\">{}</th>", i > 0 ? 3 : 2, escaped(table.columns[i].label));
    second += i > 0 ? "<th>p50</th><th>p99</th><th>ratio</th>" : "<th>p50</th><th>p99</th>";
  }
  text += "</tr>\n<tr>" + second + "</tr></thead>\n<tbody>\n";
  std::string group = "\n";
  const auto all = 1 + 3 * table.columns.size() - 1;
  const auto head = [&](const std::string& words) {
    text +=
        fmt::format("<tr><th colspan=\"{}\" class=\"group\">{}</th></tr>\n", all, escaped(words));
  };
  const auto add = [&](const LabRow& row) {
    text += "<tr><th>" + escaped(row.query) + "</th>";
    for (std::size_t i = 0; i < row.cells.size(); ++i) text += cell_html(row.cells[i], i > 0);
    text += "</tr>\n";
  };
  for (const LabRow& row : table.rows) {
    if (row.query_class != group) {
      group = row.query_class;
      head(group.empty() ? "class unknown" : group);
    }
    add(row);
  }
  if (!table.cold.empty()) head("cold, per class");
  for (const LabRow& row : table.cold) add(row);
  return text + "</tbody></table>\n";
}

std::string list_html(const std::vector<Note>& notes) {
  if (notes.empty()) return "";
  std::string text = "<ul>\n";
  for (const Note& note : notes) {
    text += "<li><b>" + escaped(note.about) + "</b>: " + escaped(note.text) + "</li>\n";
  }
  return text + "</ul>\n";
}

/// Text whose lines keep their columns.
std::string block_html(const std::string& text) {
  if (text.empty()) return "";
  std::string block = "<pre>";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::size_t indent = text.find_first_not_of(' ', at);
    if (indent != std::string::npos && indent < end) block += text.substr(at, indent - at);
    // `escaped` folds blanks, so columns are rebuilt word by word with their own distance.
    for (std::size_t from = indent; from != std::string::npos && from < end;) {
      std::size_t stop = std::min(text.find(' ', from), end);
      block += escaped(text.substr(from, stop - from));
      const std::size_t next = std::min(text.find_first_not_of(' ', stop), end);
      block.append(next - stop, ' ');
      from = next;
    }
    block += "\n";
    at = end + 1;
  }
  return block + "</pre>\n";
}

std::string table_html(const LabTable& table, bool resources) {
  std::string text =
      fmt::format("<section>\n<h2>{} {} on {}{}</h2>\n", escaped(table.workload),
                  escaped(table.scale), escaped(table.machine), table.emulated ? ", emulated" : "");
  for (const std::string& difference : table.differences) {
    text += "<p class=\"warning\">Not comparable: these columns differ in " + escaped(difference) +
            ".</p>\n";
  }
  text += figures_html(table) + list_html(problem_notes(table)) + list_html(ratio_notes(table));
  if (const auto plot = latency_plot(table)) text += plot->element("Latency per query");
  if (const auto plot = ratio_plot(table)) text += plot->element("Ratios with intervals");
  if (const auto plot = windows_plot(table)) text += plot->element("Windows over the run");
  Columns columns;
  for (const LabColumn& column : table.columns) columns.push_back(column.document);
  for (const std::string& extra : extra_tables(columns, table.emulated)) text += block_html(extra);
  text += "<h3>Conditions</h3>\n" + list_html(condition_notes(table));
  if (resources && !table.emulated) {
    text += "<h3>Resources</h3>\n" + block_html(resource_table(columns));
  }
  return text + "</section>\n";
}

}  // namespace

std::string html_page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
      "name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>body{{font:15px "
      "sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}}table{{border-collapse:"
      "collapse;margin:1em 0}}td,th{{padding:.2em .6em;border-bottom:1px solid "
      "#ddd;vertical-align:top}}td{{text-align:right;font-variant-numeric:tabular-nums}}"
      "th{{text-align:left}}thead th{{border-bottom:2px solid #222}}th.group{{padding-top:.8em;"
      "font-style:italic}}small{{color:#555}}td.failed,td.broken,td.errors,td.loss{{font-weight:"
      "bold;background:#fbe3d6}}td.skipped,td.absent,td.emulated{{color:#555;text-align:left}}"
      ".warning{{border:2px solid #d55e00;padding:.5em}}pre{{overflow-x:auto;font-size:13px}}"
      "svg{{max-width:100%;height:auto;display:block;margin:1em 0}}{1}@media "
      "print{{body{{max-width:"
      "none;margin:0;font-size:10pt}}section{{break-before:page}}section:first-of-type{{"
      "break-before:auto}}tr,svg{{break-inside:avoid}}pre{{white-space:pre-wrap}}}}</style>\n</"
      "head>\n"
      "<body>\n<h1>{0}</h1>\n{2}<footer><p><small>graph-bench {3}. Times are wall time as the "
      "client "
      "sees it, lower is better. Percentiles by nearest rank; small figures: 95 % intervals by "
      "order "
      "statistics, ratios between the ends of both. No winner is named.</small></p></footer>\n"
      "</body>\n</html>\n",
      escaped(title), svg_style(), body, escaped(kVersion));
}

std::string lab_html(const std::vector<ResultDocument>& documents, bool side_by_side,
                     bool resources) {
  const auto tables = lab_tables(documents, side_by_side);
  std::string body;
  for (const LabTable& table : tables) body += table_html(table, resources);
  body += "<h2>Limits of this run</h2>\n<p>" + verified_line(verified_count(documents)) +
          ".</p>\n<ul>\n";
  for (const std::string& limit : limit_notes(tables)) {
    body += "<li>" + escaped(limit) + "</li>\n";
  }
  return html_page("Benchmark report", body + "</ul>\n");
}

}  // namespace gb
