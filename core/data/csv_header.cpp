#include "core/data/csv_header.h"

#include <algorithm>
#include <array>

namespace gb {
namespace {

constexpr std::array<std::string_view, 5> kStructural = {"ID", "LABEL", "TYPE", "START_ID",
                                                         "END_ID"};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

CsvColumn column_of(std::string_view cell) {
  const std::size_t colon = cell.find(':');
  if (colon == std::string_view::npos) return {std::string(cell), "STRING"};
  return {std::string(cell.substr(0, colon)), upper(cell.substr(colon + 1))};
}

/// A header without any type is one of another harness's: its ends are called src and dst, its key
/// id (other-harnesses §2.5).
void give_roles(std::vector<CsvColumn>& columns) {
  for (CsvColumn& column : columns) {
    if (column.name == "id") column.type = "ID";
    if (column.name == "src") column.type = "START_ID";
    if (column.name == "dst") column.type = "END_ID";
  }
}

}  // namespace

bool CsvColumn::is_structural() const {
  return std::find(kStructural.begin(), kStructural.end(), type) != kStructural.end();
}

Result<CsvHeader> CsvHeader::parse(const std::vector<std::string_view>& cells,
                                   std::string_view file) {
  CsvHeader header;
  bool typed = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string_view cell = trimmed(cells[i]);
    if (cell.empty()) {
      return fail(ErrorCode::InvalidArgument, "{}:1: header cell {} is empty", file, i + 1);
    }
    typed = typed || cell.find(':') != std::string_view::npos;
    CsvColumn column = column_of(cell);
    const bool structural = column.is_structural();
    if (column.name.empty() && !structural) {
      return fail(
          ErrorCode::InvalidArgument,
          "{}:1: header cell {}, \"{}\", has neither a name nor one of the types ID, LABEL, "
          "TYPE, START_ID, END_ID",
          file, i + 1, cell);
    }
    const bool twice = structural ? header.find_structural(column.type).has_value()
                                  : header.find_property(column.name).has_value();
    if (twice) {
      return fail(ErrorCode::InvalidArgument, "{}:1: header cell {}, \"{}\", occurs twice", file,
                  i + 1, cell);
    }
    header.columns_.push_back(std::move(column));
  }
  if (!typed) give_roles(header.columns_);
  return header;
}

std::optional<std::size_t> CsvHeader::find_structural(std::string_view type) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].type == type && columns_[i].is_structural()) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> CsvHeader::find_property(std::string_view name) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].name == name && !columns_[i].is_structural()) return i;
  }
  return std::nullopt;
}

}  // namespace gb
