#pragma once

#include <string>
#include <vector>

#include "core/data/statement.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/verify/pool.h"

namespace gb {

/// What an engine declares, as far as it decides between asking and skipping (workloads §5.3). The
/// runner fills it from TargetInfo: workloads do not know adapters.
struct EngineAbilities {
  std::vector<std::string> dialects = {};  // by preference
  bool transactions = false;
  bool path_predicates = false;
  bool shortest_paths = false;
  std::vector<std::string> kernels = {};
  bool deletes = true;         // nodes and edges can be removed
  bool parallel_edges = true;  // a multigraph stays one
};

/// A query with the text this engine will be asked, or the reason it is not asked.
struct Question {
  const Query* query = nullptr;
  const Pool* pool = nullptr;        // null when skipped for want of one
  std::string dialect;               // of the texts below; empty when skipped
  std::vector<Statement> operation;  // what is timed: one statement, or several in one transaction
  std::vector<Statement> setup;      // before each repetition of a write, untimed; may be empty
  std::vector<Statement> teardown;   // and after it
  std::vector<Statement> check;      // one statement for a write, none for a read
  bool emulated = false;             // the text spells a kernel out instead of calling it
  std::string skip_reason;           // "no-param-pool", "no-path-predicates", "no-shortest-paths",
                                     // "no-transactions", "no-deletes", "no-parallel-edges",
                                     // "missing-algorithm:<kernel>", "no-dialect-text",
                                     // "no-check-text"; empty: ask it. A run adds
                                     // "unsupported-dataset: <why>" when the engine loads nothing
};

/// One question per query, in the workload's order; reasons are decided in the order above. The
/// first dialect of the engine's that has a text is used, for the operation, set-up, tear-down and
/// check each by itself; a text beats an undeclared kernel.
/// workload, parameters: outlive the questions, which point into them.
std::vector<Question> resolve_questions(const Workload& workload, const BoundParameters& parameters,
                                        const EngineAbilities& abilities);

}  // namespace gb
