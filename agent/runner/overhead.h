#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "adapters/registry.h"
#include "agent/runner/timer_floor.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/dataset.h"

namespace gb {

struct OverheadOptions {
  std::filesystem::path folder;                 // private and empty; left to the caller to remove
  std::map<std::string, std::string> settings;  // of the engine: "lib"
  std::uint32_t rounds = 30;                    // per mode; both loops run in each. At least 20
  std::uint32_t operations = 10'000;            // of each loop in a round
  Seed seed;
};

/// Of all operations of one loop. The median is that of the rounds' medians, the tails are pooled.
struct LoopTimes {
  std::int64_t p50_ns = 0;
  std::int64_t p99_ns = 0;
  std::int64_t p999_ns = 0;
};

/// One way of asking the same point read.
struct OverheadRow {
  std::string engine;  // "sqlite"
  std::string mode;    // "autocommit", "read-transaction"
  LoopTimes bare;      // bind, step, column, step, reset through the library's function pointers
  LoopTimes runner;    // the same compiled statement through Session::execute and run_block
  std::int64_t added_p50_ns = 0;  // median over the rounds of (runner - bare), each round's medians
  double p999_ratio = 0;          // runner / bare
  bool p50_meets_goal = false;
  bool p999_meets_goal = false;
};

/// Goals P1 and P2: what adapter and loop may add to the engine's own work.
inline constexpr std::int64_t kOverheadGoalP50Ns = 150;
inline constexpr double kOverheadGoalP999Ratio = 2.0;

struct OverheadReport {
  std::string engine_version;
  std::string library_path;
  std::string dataset;
  std::uint32_t rounds = 0;
  std::uint32_t operations = 0;
  std::uint64_t seed = 0;
  TimerFloor floor;
  std::vector<OverheadRow> rows;
};

/// Times one prepared point read on SQLite in a bare loop over its C functions and through ours, in
/// one process, alternating, in a file with autocommit, in a file inside one read transaction, and
/// in memory. dataset: anything with a node table; its ids are drawn evenly. InvalidArgument for
/// options out of range; else what opening, loading or a failing read says.
Result<OverheadReport> measure_overhead(const Registry& registry, const Dataset& dataset,
                                        const OverheadOptions& options);

}  // namespace gb
