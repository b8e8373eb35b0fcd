#pragma once

#include <cstdint>
#include <string>

#include "core/base/clock.h"

namespace gb {

/// "rmat-14 [#########...........] 45% · 118 k of 262 k rows · 2.1 M rows/s · 3s left"; without a
/// total, 0, neither bar nor time left. unit: what is counted, "rows". The time left is that of the
/// mean rate so far.
std::string row_progress_line(const std::string& what, const std::string& unit, std::int64_t done,
                              std::int64_t total, Nanos elapsed);

/// A line of how much is done, repainted at most ten times a second, on stderr when that is a
/// terminal.
class RowProgress {
 public:
  RowProgress(std::string what, std::string unit, bool quiet);
  ~RowProgress() { clear(); }
  RowProgress(const RowProgress&) = delete;
  RowProgress& operator=(const RowProgress&) = delete;

  void show(std::int64_t done, std::int64_t total);
  void clear();

 private:
  std::string what_;
  std::string unit_;
  bool lively_;
  bool painted_ = false;
  Instant began_ = now();
  Instant painted_at_{};
};

}  // namespace gb
