#pragma once

#include <set>
#include <string>

#include "core/base/clock.h"
#include "graphbench/v1/control_service.pb.h"

namespace gb {

/// One line of state: "[#######.....] 7 of 18 cells · 1 failed query · laptop: sqlite-mem sf1,
/// measure 4/9 · 2m left". width: columns to fit into.
std::string progress_line(const graphbench::v1::MatrixView& view, std::size_t width);

/// The live display of a matrix on stderr: one line that repaints itself on a terminal, a line per
/// ended cell otherwise.
class MatrixProgress {
 public:
  explicit MatrixProgress(bool quiet);
  ~MatrixProgress();

  void show(const graphbench::v1::MatrixView& view);
  void clear();

 private:
  bool quiet_;
  bool lively_;
  bool painted_ = false;
  std::set<std::string> told_;  // cells whose end was told
};

}  // namespace gb
