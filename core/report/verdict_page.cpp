#include "core/report/verdict_page.h"

#include <fmt/format.h>

#include <type_traits>

namespace gb {
namespace {

/// A cell of a Markdown table may not end the cell.
std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : one_line(text)) {
    if (c == '|') safe += '\\';
    if (c == '<') {
      safe += "&lt;";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string markdown_table(const PageTable& table) {
  std::string text = "|";
  for (const std::string& cell : table.heading) text += " " + escaped(cell) + " |";
  text += "\n|";
  for (std::size_t i = 0; i < table.heading.size(); ++i) {
    const bool right = i < table.align.size() && table.align[i] == Align::Right;
    text += right ? "---:|" : "---|";
  }
  for (const auto& row : table.rows) {
    text += "\n|";
    for (const std::string& cell : row) text += " " + escaped(cell) + " |";
  }
  return text + "\n";
}

std::string text_table(const PageTable& table) {
  TextTable text(table.align);
  text.add_heading({table.heading.begin(), table.heading.end()});
  for (const auto& row : table.rows) {
    TableRow cells;
    for (const std::string& cell : row) cells.emplace_back(one_line(cell));
    text.add_row(std::move(cells));
  }
  return text.render();
}

std::string_view headline(VerdictOutcome outcome) {
  switch (outcome) {
    case VerdictOutcome::Pass:
      return "passed";
    case VerdictOutcome::Violation:
      return "violation found";
    case VerdictOutcome::Verification:
      return "an answer was wrong";
    case VerdictOutcome::Indeterminate:
      return "could not be decided";
  }
  return "";
}

}  // namespace

std::vector<std::string> finding_lines(const std::vector<Finding>& findings, FindingEffect effect) {
  std::vector<std::string> lines;
  for (const Finding& one : findings) {
    if (one.effect == effect) lines.push_back(one_line(finding_line(one)));
  }
  return lines;
}

VerdictPage verdict_page(const VerdictQuestion& question, const VerdictAnswer& answer,
                         const PageOptions& options) {
  VerdictPage page;
  std::visit(
      [&](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, ReferenceNoise>) {
          reference_page(one, page);
        } else if constexpr (std::is_same_v<T, ReferenceAb> || std::is_same_v<T, ReferenceGate>) {
          reference_page(one, question, options, page);
        } else if constexpr (std::is_same_v<T, LabNoise>) {
          lab_page(one, page);
        } else {
          lab_page(one, options, page);
        }
      },
      answer);
  page.blocks.emplace_back(
      fmt::format("decided by the {} rules, version {}", name_of(question.rules), kRulesVersion));
  return page;
}

std::string page_text(const VerdictPage& page, std::size_t width) {
  std::string text;
  bool after_table = false;
  for (const auto& block : page.blocks) {
    const PageTable* table = std::get_if<PageTable>(&block);
    if (!text.empty() && (table != nullptr || after_table)) text += "\n";
    text +=
        table != nullptr ? text_table(*table) : wrapped("", std::get<std::string>(block), width);
    after_table = table != nullptr;
  }
  return text;
}

std::string page_markdown(const VerdictPage& page, VerdictOutcome outcome,
                          const std::string& title) {
  const bool quiet = outcome == VerdictOutcome::Pass;
  std::string text = fmt::format("**{}: {}**\n\n", title, headline(outcome));
  for (const std::string& failure : page.failures) text += "- " + escaped(failure) + "\n";
  if (!page.failures.empty()) text += "\n";
  if (quiet) text += "<details><summary>What was compared</summary>\n\n";
  for (const auto& block : page.blocks) {
    const PageTable* table = std::get_if<PageTable>(&block);
    text +=
        table != nullptr ? markdown_table(*table) : escaped(std::get<std::string>(block)) + "\n";
    text += "\n";
  }
  if (quiet) text += "</details>\n";
  return text;
}

}  // namespace gb
