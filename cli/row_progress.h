#pragma once

#include <cstdint>
#include <string>

#include "core/base/clock.h"

namespace gb {

/// "rmat-14 [#########...........] 45% · 118 k of 262 k rows · 2.1 M rows/s · 3s left"; without a
/// total, 0, neither bar nor time left. The time left is that of the mean rate so far.
std::string row_progress_line(const std::string& what, std::int64_t rows, std::int64_t total,
                              Nanos elapsed);

/// A line of rows written, repainted at most ten times a second, on stderr when that is a terminal.
class RowProgress {
 public:
  RowProgress(std::string what, bool quiet);
  ~RowProgress() { clear(); }
  RowProgress(const RowProgress&) = delete;
  RowProgress& operator=(const RowProgress&) = delete;

  void show(std::int64_t rows, std::int64_t total);
  void clear();

 private:
  std::string what_;
  bool lively_;
  bool painted_ = false;
  Instant began_ = now();
  Instant painted_at_{};
};

}  // namespace gb
