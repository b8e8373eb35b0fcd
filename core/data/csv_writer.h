#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace gb {

/// Appends one field in the canonical dialect: in quotes only if it contains a comma, a quote, CR
/// or LF, is exactly `\.`, or begins with a white-space code point (datasets §2).
void append_csv_field(std::string& out, std::string_view field);

/// Formats records in the canonical dialect and hands the bytes to a sink in large pieces: fields
/// left to right, then `end_row`.
class CsvWriter {
 public:
  /// Gets every byte once, in order. Its first error stops the writer.
  using Sink = std::function<Result<void>(std::string_view bytes)>;

  explicit CsvWriter(Sink sink) : sink_(std::move(sink)) { buffer_.reserve(kFlushBytes + 4096); }

  CsvWriter& integer(std::int64_t value);
  CsvWriter& text(std::string_view value) {
    separate();
    append_csv_field(buffer_, value);
    return *this;
  }
  /// Text known to need no quotes: labels, types, random letters.
  CsvWriter& plain(std::string_view value) {
    separate();
    buffer_.append(value);
    return *this;
  }
  CsvWriter& boolean(bool value) { return plain(value ? "true" : "false"); }
  CsvWriter& money(double value);

  /// Ends the record with one LF. False once the sink has failed: stop, `finish` has the error.
  bool end_row() {
    buffer_.push_back('\n');
    first_ = true;
    ++rows_;
    return buffer_.size() < kFlushBytes || flush();
  }
  /// A header line as it stands; not counted as a row.
  void header(std::string_view line) { buffer_.append(line).push_back('\n'); }

  /// Hands over what is left. The sink's first error, if it had one.
  Result<void> finish();

  /// Records ended so far, without the header.
  std::int64_t row_count() const { return rows_; }

 private:
  static constexpr std::size_t kFlushBytes = std::size_t{256} << 10U;

  void separate() {
    if (!first_) buffer_.push_back(',');
    first_ = false;
  }
  bool flush();

  Sink sink_;
  std::string buffer_;
  bool first_ = true;
  std::int64_t rows_ = 0;
  Result<void> status_;
};

}  // namespace gb
