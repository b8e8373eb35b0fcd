#pragma once

#include "core/base/error.h"

namespace gb {

/// What the program's exit says; documented in docs/exit-codes.md and stable.
enum class ExitCode : int {
  Done = 0,                // done, or pass
  ReferenceError = 1,      // an error under the reference's rules, which know no other code for one
  Violation = 2,           // a verdict found one
  VerificationFailed = 3,  // an engine answered wrongly
  Indeterminate = 4,       // the question could not be answered here
  Infrastructure =
      5,  // no coordinator, a port taken, a store newer than the program, an engine that is absent
  BadInput = 64,  // the command line or a file given with it is wrong
  Interrupted = 130,
};

/// The exit code an error ends the program with.
ExitCode exit_code_of(const Error& error);

}  // namespace gb
