#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "workloads/oracle/models.h"
#include "workloads/verify/pool.h"

namespace gb {

/// Bindings that cost or answer alike, each with the stratum's name, in the order they are used.
using Stratum = std::vector<Draw>;

/// How the bindings of one pool are drawn. A stratum is empty when the dataset has nothing of its
/// kind. Degenerate bindings, which ask nothing (a source that reaches no one), are not drawn.
struct PoolRule {
  std::string_view key;
  std::vector<std::string> parameters;
  /// At most kPoolSize bindings per stratum. Errors are those of reading the dataset.
  Result<std::vector<Stratum>> (*strata)(const Models& models, SplitMix64 random);
  /// The strata for a person, one line: "low, middle, high: ids in three bands of equal size".
  std::string_view description = {};
};

/// Nothing for a key no rule is known for.
const PoolRule* find_pool_rule(std::string_view key);

/// Round robin over the strata until `size` draws are taken or all are used up.
std::vector<Draw> interleave(std::vector<Stratum> strata, std::size_t size);

}  // namespace gb
