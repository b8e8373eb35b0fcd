#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gb {

/// Characters (code points) of a UTF-8 text: "µs" is two wide, though three bytes long.
std::size_t text_width(std::string_view text);

/// Text on one line: every run of white space and control characters becomes one blank, none at the
/// ends. What a stranger wrote then cannot steer a terminal.
std::string one_line(std::string_view text);

/// Breaks at blanks so that no line exceeds `width` characters, where words allow. The first line
/// begins with `first`, the others with as many blanks. Ends with a line feed.
std::string wrapped(std::string_view first, std::string_view text, std::size_t width);

enum class Align { Left, Right };

/// A cell; with a span it lies across that many columns, left-aligned.
struct TableCell {
  // A plain text is a cell: rows are lists of texts most of the time.
  TableCell(std::string cell_text, std::size_t columns = 1)  // NOLINT(google-explicit-constructor)
      : text(std::move(cell_text)), span(columns) {}
  TableCell(const char* cell_text) : text(cell_text) {}  // NOLINT(google-explicit-constructor)

  std::string text;
  std::size_t span = 1;
};

using TableRow = std::vector<TableCell>;

/// A table of text: columns padded to their widest cell and two blanks apart, a rule of dashes
/// below the heading. A cell that spans widens the first of its columns when they are too narrow.
class TextTable {
 public:
  /// align: per column; those not listed are left-aligned.
  explicit TextTable(std::vector<Align> align = {}) : align_(std::move(align)) {}

  /// A line of the heading; several are allowed, the rule follows the last.
  void add_heading(TableRow row) { headings_.push_back(std::move(row)); }
  void add_row(TableRow row) { rows_.push_back(std::move(row)); }

  /// Lines without blanks at their ends, each with a line feed.
  std::string render() const { return render(false); }
  /// The same with every column padded, the last too, as the reference prints it.
  std::string render_padded() const { return render(true); }
  /// Of the widest line.
  std::size_t width() const;

 private:
  std::vector<std::size_t> widths() const;
  std::string render(bool padded) const;

  std::vector<Align> align_;
  std::vector<TableRow> headings_, rows_;
};

}  // namespace gb
