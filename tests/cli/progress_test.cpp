#include "cli/progress.h"

#include <doctest/doctest.h>

namespace v1 = graphbench::v1;

namespace {

v1::MatrixView two_of_four() {
  v1::MatrixView view;
  view.set_cell_count(4);
  view.set_ended_count(2);
  view.set_remaining_nanos(61'500'000'000);
  v1::CellView& running = *view.add_cells();
  running.set_machine("laptop");
  running.set_engine("sqlite");
  running.set_workload("micro-read");
  running.set_scale("sf1");
  running.set_state(v1::CellView::STATE_RUNNING);
  running.set_phase(v1::RUN_PHASE_MEASURE);
  running.set_queries_done(4);
  running.set_query_count(9);
  return view;
}

}  // namespace

TEST_CASE("the progress line tells cells done, the phase of each machine and the time left") {
  const std::string line = gb::progress_line(two_of_four(), 200);
  CHECK(line ==
        "[##########..........] 2 of 4 cells · 1m2s left · laptop: sqlite sf1, measure 4/9");
}

TEST_CASE("eighty columns have room for a whole phase") {
  CHECK(gb::progress_line(two_of_four(), 79) ==
        "[#####.....] 2 of 4 cells · 1m2s left · laptop: sqlite sf1, measure 4/9");
}

TEST_CASE("a workload is named where a matrix has several") {
  v1::MatrixView view = two_of_four();
  view.add_cells()->set_workload("micro-write");
  CHECK(gb::progress_line(view, 200) ==
        "[##########..........] 2 of 4 cells · 1m2s left · laptop: sqlite micro-read sf1, measure "
        "4/9");
}

TEST_CASE("the progress line never overflows the terminal") {
  for (std::size_t width = 1; width < 120; ++width) {
    const std::string line = gb::progress_line(two_of_four(), width);
    std::size_t characters = 0;
    for (const char c : line)
      characters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
    CHECK(characters <= width);
  }
}

TEST_CASE("when nothing runs the line says what a cell waits for") {
  v1::MatrixView view;
  view.set_cell_count(1);
  v1::CellView& cell = *view.add_cells();
  cell.set_state(v1::CellView::STATE_QUEUED);
  cell.set_reason("machine gamingpc is not connected");
  CHECK(gb::progress_line(view, 200) ==
        "[....................] 0 of 1 cells · waiting: machine gamingpc is not connected");
}
