#include "cli/row_progress.h"

#include <doctest/doctest.h>

#include <chrono>

namespace gb {
using namespace std::chrono_literals;

TEST_CASE("progress shows share, rate and the time left at that rate") {
  CHECK(row_progress_line("rmat-14", "rows", 118'000, 262'144, 59ms) ==
        "rmat-14 [#########...........] 45% · 118 k of 262 k rows · 2 M rows/s · 1s left");
  CHECK(row_progress_line("x", "rows", 1'000'000, 61'000'000, 1s) ==
        "x [....................] 2% · 1 M of 61 M rows · 1 M rows/s · 1m0s left");
  CHECK(row_progress_line("x", "rows", 10, 10, 2s) ==
        "x [####################] 100% · 10 of 10 rows · 5 rows/s");
}

TEST_CASE("progress without a total shows rows and rate, and nothing of what it cannot know") {
  CHECK(row_progress_line("er", "rows", 999'600, 0, 1s) == "er 1 M rows · 1 M rows/s");
  CHECK(row_progress_line("er", "rows", 0, 0, 0s) == "er 0 rows");
  CHECK(row_progress_line("er", "rows", 0, 100, 1s) ==
        "er [....................] 0% · 0 of 100 rows");
}

}  // namespace gb
