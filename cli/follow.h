#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "cli/client.h"
#include "cli/context.h"

namespace gb {

/// What to do with a matrix once it has ended; flags of every verb that waits for one.
struct FollowFlags {
  std::string out;         // root folder for the documents; empty: not written
  bool resources = false;  // print the resource tables, too

  void add_to(CLI::App& verb);
};

/// Shows progress until the matrix has ended, then writes and shows its results; the exit code is
/// the matrix's, but 5 in place of 0 when a result could not be written. `when_left` is told when a
/// person stops watching; `give_up` is asked often, from another thread, whether to stop without
/// one. Errors: the coordinator's, Cancelled.
Result<ExitCode> follow_matrix(LabClient& client, const std::string& matrix_id,
                               const FollowFlags& flags, const Context& context,
                               const std::string& when_left = "",
                               const std::function<bool()>& give_up = {});

}  // namespace gb
