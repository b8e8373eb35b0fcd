#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "workloads/dataset/import/import_source.h"

namespace gb {

/// The lines of one file of the source, unpacked when its name ends in ".gz". LF and CR LF end a
/// line, as does the end of the file, a CR directly before it not counted; a byte-order mark at the
/// start is taken off. Those two are reported as repaired, once a file; a line that is no UTF-8 is
/// reported and kept as it is. Memory is one buffer that holds the longest line.
class SourceLines {
 public:
  /// A longer line, or record, is refused: our own reader could not read it back.
  static constexpr std::size_t kMaxBytes = std::size_t{16} << 20U;

  static Result<SourceLines> open(ImportSource& source, ImportReport& report,
                                  std::string_view relative);
  ~SourceLines();
  SourceLines(SourceLines&& other) noexcept;
  SourceLines& operator=(SourceLines&& other) noexcept;

  /// Moves to the next line: true, or false after the last one. DataLoss for a damaged gzip file.
  Result<bool> next();
  /// Without its end; valid until the next call of `next`.
  std::string_view line() const { return line_; }
  /// Whether it ended in an LF, and not with the file.
  bool ended() const { return ended_; }
  /// From 1.
  std::int64_t number() const { return number_; }
  const std::string& file() const;
  /// "edges.txt:17"
  std::string where() const;

 private:
  struct State;
  explicit SourceLines(std::unique_ptr<State> state);
  void look_at_line(bool carriage_return);

  std::unique_ptr<State> state_;
  std::string_view line_;
  bool ended_ = false;
  std::int64_t number_ = 0;
};

}  // namespace gb
