#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/csv_header.h"

namespace gb {

/// Reads one canonical CSV file (datasets §2, §3) record by record: comma, strict RFC 4180 quotes,
/// LF or CR LF, empty lines skipped, a last line without its LF accepted. Bytes inside quotes are
/// kept as they are. Memory is one buffer that holds the longest record. A stray or unclosed quote,
/// or a record with more or fewer fields than the header, is an error that names file, line and
/// column; no row is ever swallowed.
///
///     auto reader = CsvReader::open(path);
///     const auto id = reader->column_of("ID");
///     for (;;) {
///       const Result<bool> more = reader->next();
///       if (!more) return tl::unexpected(more.error());
///       if (!*more) break;
///       const Result<std::int64_t> value = reader->int64(*id);
///     }
class CsvReader {
 public:
  /// A longer record is refused: most likely a quote is missing.
  static constexpr std::size_t kMaxRecordBytes = std::size_t{16} << 20U;

  /// Opens the file and reads its header.
  static Result<CsvReader> open(const std::filesystem::path& path);

  ~CsvReader();
  CsvReader(CsvReader&& other) noexcept;
  CsvReader& operator=(CsvReader&& other) noexcept;

  const CsvHeader& header() const { return header_; }
  /// Position of a structural column ("ID", "START_ID", ...); InvalidArgument naming the file and
  /// the columns it does have.
  Result<std::size_t> column_of(std::string_view structural_type) const;

  /// Moves to the next record: true, or false after the last one. After an error every further call
  /// returns the same error.
  Result<bool> next();

  /// A field of the current record, quotes resolved; valid until the next call of `next`.
  std::string_view field(std::size_t column) const { return fields_[column]; }
  const std::vector<std::string_view>& fields() const { return fields_; }
  /// Whether the field stood in quotes: an empty string does, a null never (it is nothing at all).
  bool quoted(std::size_t column) const {
    const char* const first = fields_[column].data();
    return first != buffer_.data() && first[-1] == '"';
  }

  // The field as a number or truth value; InvalidArgument naming file, line, column and value.
  Result<std::int64_t> int64(std::size_t column) const;
  Result<double> float64(std::size_t column) const;  // finite
  Result<bool> boolean(std::size_t column) const;    // "true" or "false"

  /// Line of the file on which the current record begins, from 1.
  std::int64_t line() const { return line_; }
  /// `people.csv:17: column "age:INT64"`, for messages about a field.
  std::string where(std::size_t column) const;

 private:
  enum class Scan { Record, NeedMore, End, Broken };

  CsvReader() = default;
  Scan scan();
  bool scan_quoted(std::size_t& at, Scan& stop);
  bool ends_line(std::size_t at, std::size_t& after, bool& unsure) const;
  Result<void> fill();
  Scan broken(std::string message);
  Result<bool> read_record();
  void close();

  std::string file_;  // as given, for messages
  int descriptor_ = -1;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not consumed yet
  std::size_t end_ = 0;    // of what was read
  bool at_eof_ = false;
  std::int64_t line_ = 0;       // of the current record
  std::int64_t next_line_ = 1;  // of what begins at begin_
  CsvHeader header_;
  std::vector<std::string_view> fields_;
  std::vector<std::size_t> escaped_;      // fields that still hold doubled quotes
  Error error_{ErrorCode::Internal, {}};  // sticky once its message is set
};

}  // namespace gb
