#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/id.h"

namespace gb {

inline constexpr std::uint64_t kDefaultCellLimit = 100'000;

/// An engine as a matrix names it.
struct EngineChoice {
  std::string name;
  std::string version;  // empty: whatever the machine has
  std::map<std::string, std::string> settings;

  /// "sqlite" or "sqlite@3.53".
  std::string text() const { return version.empty() ? name : name + "@" + version; }
  bool operator==(const EngineChoice&) const = default;
};

/// How every run of a matrix measures.
struct RunPlan {
  std::uint64_t seed = 1;
  std::uint32_t operations = 1000;  // timed operations per query, so that a p99 is one
  Nanos warm_up = std::chrono::seconds(2);
  Nanos operation_limit = std::chrono::seconds(60);
  Nanos run_deadline = std::chrono::minutes(30);
  std::uint32_t verify_draws_per_stratum = 1;
};

/// One point of a matrix.
struct CellPlan {
  CellId id;
  EngineChoice engine;
  std::string workload;
  std::string scale;
  AgentId machine;
  std::uint32_t round = 0;     // from 0
  std::uint32_t position = 0;  // order within the matrix
};

struct MatrixPlan {
  MatrixId id;
  std::string name;
  RunPlan run;
  std::uint32_t max_attempts = 3;
  Nanos queue_deadline{0};      // 0: never expires
  std::vector<CellPlan> cells;  // in the order they should run
};

/// How a cell ended; the words of graphbench.v1.CellEnd.
enum class CellEnd {
  Done,
  NeverStarted,
  InputMissing,
  EngineFailed,
  EngineTimeout,
  AgentLost,
  Cancelled,
  Expired
};

std::string_view name_of(CellEnd end);  // "done", "never_started", ...

/// A matrix as asked for, before it is checked. Zeros in `rounds`, `max_attempts` and `run` read as
/// the defaults, as on the wire; but no `warm_up` means none, and no `queue_deadline` never.
struct MatrixRequest {
  std::string name;
  std::vector<EngineChoice> engines;
  std::vector<std::string> workloads;
  std::vector<std::string> scales;
  std::vector<std::string> machines;  // names, "label:<label>" or "all"
  std::uint32_t rounds = 1;
  RunPlan run;
  std::uint32_t max_attempts = 3;
  Nanos queue_deadline{0};
};

/// What a lab has, for checking a request: names only.
struct LabNames {
  struct Machine {
    AgentId name;
    std::vector<std::string> labels;
    std::vector<std::string> engines;  // names its agent ever offered
    bool connected = false;
  };
  std::vector<Machine> machines;
  std::map<std::string, std::vector<std::string>> workload_scales;  // workload -> scales it has
};

/// round -> scale -> workload -> engine -> machine. The engine order is as given in even rounds and
/// reversed in odd ones, so that drift of a machine lands on every engine. "all" and
/// "label:<label>" mean machines connected now; a machine named outright may come later.
/// InvalidArgument names what is unknown, doubled or out of range and what there is;
/// ResourceExhausted when the product is over `cell_limit`, saying both numbers, before anything is
/// allocated. Ids come from `new_id`: the matrix's first, then one a cell.
Result<MatrixPlan> expand(const MatrixRequest& request, const LabNames& lab,
                          std::uint64_t cell_limit, const std::function<std::string()>& new_id);

}  // namespace gb
