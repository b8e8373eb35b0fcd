#include "core/report/text_table.h"

#include <algorithm>
#include <numeric>

namespace gb {
namespace {

constexpr std::size_t kGap = 2;

/// Of `span` columns from `first` on, with the gaps between them.
std::size_t width_of(const std::vector<std::size_t>& widths, std::size_t first, std::size_t span) {
  std::size_t total = 0;
  for (std::size_t i = first; i < first + span && i < widths.size(); ++i) {
    total += widths[i] + (i > first ? kGap : 0);
  }
  return total;
}

bool is_blank(char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F; }

}  // namespace

std::size_t text_width(std::string_view text) {
  // Every byte but the continuation bytes 10xxxxxx begins a character.
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (!is_blank(c)) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::string wrapped(std::string_view first, std::string_view text, std::size_t width) {
  std::string result(first);
  const std::size_t indent = text_width(first);
  std::size_t used = indent;
  bool fresh = true;  // nothing on this line yet
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!fresh && used + 1 + text_width(word) > width) {
      result += "\n" + std::string(indent, ' ');
      used = indent;
      fresh = true;
    }
    if (!fresh) result += ' ';
    used += text_width(word) + (fresh ? 0 : 1);
    result += word;
    fresh = false;
  }
  return result + "\n";
}

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  const auto each = [&](auto&& visit) {
    for (const auto* rows : {&headings_, &rows_}) {
      for (const TableRow& row : *rows) {
        std::size_t column = 0;
        for (const TableCell& cell : row) {
          visit(cell, column);
          column += cell.span;
        }
      }
    }
  };
  each([&](const TableCell& cell, std::size_t column) {
    widths.resize(std::max(widths.size(), column + cell.span));
    if (cell.span == 1) widths[column] = std::max(widths[column], text_width(cell.text));
  });
  each([&](const TableCell& cell, std::size_t column) {
    if (cell.span == 1) return;
    const std::size_t have = width_of(widths, column, cell.span);
    const std::size_t need = text_width(cell.text);
    if (need > have) widths[column] += need - have;
  });
  return widths;
}

std::size_t TextTable::width() const {
  const auto all = widths();
  return width_of(all, 0, all.size());
}

std::string TextTable::render(bool padded) const {
  const auto all = widths();
  std::string text;
  const auto finish = [&](std::string line) {
    if (!padded) line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  const auto put = [&](const TableRow& row) {
    std::string line;
    std::size_t column = 0;
    for (const TableCell& cell : row) {
      const std::size_t wide = width_of(all, column, cell.span);
      const std::size_t used = text_width(cell.text);
      const std::string blanks(wide - std::min(wide, used), ' ');
      const bool right = cell.span == 1 && column < align_.size() && align_[column] == Align::Right;
      if (column > 0) line += std::string(kGap, ' ');
      line += right ? blanks + cell.text : cell.text + blanks;
      column += cell.span;
    }
    for (; column < all.size(); ++column) line += std::string(kGap + all[column], ' ');
    finish(line);
  };
  for (const TableRow& row : headings_) put(row);
  if (!headings_.empty()) {
    TableRow rule;
    for (const std::size_t wide : all) rule.emplace_back(std::string(wide, '-'));
    put(rule);
  }
  for (const TableRow& row : rows_) put(row);
  return text;
}

}  // namespace gb
