#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agent/runner/conversation.h"
#include "workloads/verify/invariants.h"

namespace gb {

/// Whether the graph is still what was loaded: counts and sums of every label and type, as they
/// were before the first write and as they are now.
class GraphWatch {
 public:
  /// Asks for all of them. invariants: empty when the engine has no spelling for them, and then
  /// nothing is ever found changed.
  static Result<GraphWatch> begin(std::vector<Invariant> invariants, Conversation& conversation,
                                  Nanos limit);

  /// What changed since, such as "Obj: 1000 rows, 1001 now"; nothing when all is as it was.
  Result<std::optional<std::string>> difference(Conversation& conversation, Nanos limit) const;

 private:
  std::vector<Invariant> invariants_;
  std::vector<Answer> before_;
};

}  // namespace gb
