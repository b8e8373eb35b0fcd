#include "core/data/row_set.h"

namespace gb {

const std::vector<std::string>& RowSet::columns() const {
  static const std::vector<std::string> kNone;
  return columns_ == nullptr ? kNone : *columns_;
}

Value RowSet::value(std::size_t row, std::size_t column) const {
  const Cell& found = cell(row, column);
  switch (found.kind) {
    case Kind::Null:
      return {};
    case Kind::Bool:
      return found.content.integer != 0;
    case Kind::Int:
      return found.content.integer;
    case Kind::Float:
      return found.content.real;
    case Kind::Text:
      return text_.substr(found.content.span.offset, found.content.span.length);
    case Kind::Nested:
      return nested_[static_cast<std::size_t>(found.content.integer)];
  }
  return {};
}

Answer to_answer(const RowSet& rows) {
  Answer answer{rows.columns(), {}};
  answer.rows.reserve(rows.row_count());
  for (std::size_t row = 0; row < rows.row_count(); ++row) {
    std::vector<Value>& cells = answer.rows.emplace_back();
    cells.reserve(rows.column_count());
    for (std::size_t column = 0; column < rows.column_count(); ++column)
      cells.push_back(rows.value(row, column));
  }
  return answer;
}

}  // namespace gb
