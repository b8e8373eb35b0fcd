#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/value.h"

namespace gb {

/// The rows of one execution, row by row in one flat array whose memory is reused from one execute
/// to the next, so that draining a result of plain columns allocates nothing once warm. Owned by
/// the caller of `Session::execute`; the rows are valid until the next execute.
class RowSet {
 public:
  enum class Kind : std::uint8_t { Null, Bool, Int, Float, Text, Nested };

  /// Forgets the rows, keeps the memory. columns: the visible names, owned by the session for as
  /// long as the rows are read.
  void reset(const std::vector<std::string>& columns) {
    columns_ = &columns;
    cells_.clear();
    text_.clear();
    nested_.clear();
  }

  // Cells arrive left to right, row after row; a row is complete when it has as many cells as there
  // are columns.
  void add_null() { cells_.push_back({Kind::Null, {}}); }
  void add_bool(bool value) { cells_.push_back({Kind::Bool, {.integer = value ? 1 : 0}}); }
  void add_int(std::int64_t value) { cells_.push_back({Kind::Int, {.integer = value}}); }
  void add_float(double value) { cells_.push_back({Kind::Float, {.real = value}}); }
  void add_text(std::string_view value) {
    cells_.push_back({Kind::Text,
                      {.span = {static_cast<std::uint32_t>(text_.size()),
                                static_cast<std::uint32_t>(value.size())}}});
    text_.append(value);
  }
  /// Lists, maps, nodes, paths, times, byte strings: kept whole, and not free of allocation.
  void add_nested(Value value) {
    cells_.push_back({Kind::Nested, {.integer = static_cast<std::int64_t>(nested_.size())}});
    nested_.push_back(std::move(value));
  }

  std::size_t column_count() const { return columns_ == nullptr ? 0 : columns_->size(); }
  std::size_t row_count() const { return column_count() == 0 ? 0 : cells_.size() / column_count(); }
  const std::vector<std::string>& columns() const;

  Kind kind(std::size_t row, std::size_t column) const { return cell(row, column).kind; }
  /// The cell as a value of its own; allocates, so never in the timed region.
  Value value(std::size_t row, std::size_t column) const;

 private:
  struct Span {
    std::uint32_t offset;
    std::uint32_t length;
  };
  union Content {
    std::int64_t integer;
    double real;
    Span span;
  };
  struct Cell {
    Kind kind;
    Content content;
  };
  const Cell& cell(std::size_t row, std::size_t column) const {
    return cells_[row * column_count() + column];
  }

  const std::vector<std::string>* columns_ = nullptr;
  std::vector<Cell> cells_;
  std::string text_;
  std::vector<Value> nested_;
};

/// An answer that outlives its execution: what oracles produce and verification compares.
struct Answer {
  std::vector<std::string> columns;
  std::vector<std::vector<Value>> rows;
};

Answer to_answer(const RowSet& rows);

}  // namespace gb
