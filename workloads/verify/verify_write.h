#pragma once

#include <optional>
#include <string>

#include "workloads/verify/verify.h"

namespace gb {

/// What one repetition of a write came to.
struct WriteOutcome {
  std::optional<Error> refused;  // the engine cannot, or took too long
  std::string problem;           // empty: the write did what it should
  bool poisoned = false;         // its teardown failed: the graph is no longer what it was
};

/// One repetition: set-up, operation, check, teardown; the teardown follows whatever went wrong
/// before. with_rollback: first proves that the operation, rolled back, changes nothing its check
/// can see; skipped where the engine has no transactions.
WriteOutcome verify_write(const Question& question, const Params& params, bool with_rollback,
                          const AskEngine& ask);

}  // namespace gb
