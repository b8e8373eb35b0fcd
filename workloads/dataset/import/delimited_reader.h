#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "workloads/dataset/import/source_lines.h"

namespace gb {

/// What a quote may do that does not stand where one should.
enum class Quotes {
  Lazy,    // stays as it is; a field that never closes takes the rest of the file (datasets §10.2)
  Strict,  // at the start of a field it must be closed directly before a separator or line end
};

/// The records of a text file with one separator and fields that may stand in quotes, in which ""
/// is one quote and lines may end. A quote inside a field that does not begin with one is a letter
/// like any other. Empty lines are skipped; records may differ in length.
class DelimitedReader {
 public:
  DelimitedReader(SourceLines lines, char separator, Quotes quotes)
      : lines_(std::move(lines)), separator_(separator), quotes_(quotes) {}

  /// Moves to the next record: true, or false after the last one. InvalidArgument, naming file,
  /// line and column, for quotes that do not close as they must; ResourceExhausted for a record
  /// longer than SourceLines::kMaxBytes.
  Result<bool> next();

  /// Valid until the next call of `next`. A position beyond the record is an empty field.
  std::string_view field(std::size_t column) const {
    return column < fields_.size() ? fields_[column] : std::string_view();
  }
  const std::vector<std::string_view>& fields() const { return fields_; }
  /// Of the line on which the record begins.
  std::int64_t line() const { return line_; }
  /// Whether a quote of this record never closed, so that it holds the rest of the file.
  bool unclosed() const { return unclosed_; }
  const std::string& file() const { return lines_.file(); }
  /// "people.csv:17"
  std::string where() const;
  /// "people.csv:17: column 3"
  std::string where(std::size_t column) const;

 private:
  Result<void> read_quoted(std::string_view& rest, bool& more);

  SourceLines lines_;
  char separator_;
  Quotes quotes_;
  std::int64_t line_ = 0;
  bool unclosed_ = false;
  std::string text_;               // of all fields, one after the other
  std::vector<std::size_t> ends_;  // of each field, in text_
  std::vector<std::string_view> fields_;
};

}  // namespace gb
