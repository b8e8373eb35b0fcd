#pragma once

#include <map>
#include <string>

#include "cli/verdict_flags.h"
#include "graphbench/v1/verdict_service.pb.h"

namespace gb {

/// The flags of a verb that may ask a coordinator in place of files.
struct StoredFlags {
  bool stored = false;
  std::string machine;
  std::uint32_t last = 0;

  void add_to(CLI::App& verb);

  /// What the verb's other filters and these select.
  graphbench::v1::ResultSelection selection(const std::string& engine,
                                            const ResultFilter& filter) const;
};

/// Asks the coordinator, prints and keeps as decide() does for files, and says the exit code. The
/// lab's rules alone.
Result<ExitCode> decide_stored(const std::string& verb,
                               const graphbench::v1::VerdictRequest& request,
                               const VerdictFlags& flags, const Context& context);

}  // namespace gb
