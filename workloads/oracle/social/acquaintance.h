#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "workloads/oracle/social/social_model.h"

namespace gb {

/// Somebody, and how many friendships away.
struct Acquaintance {
  SocialModel::Index person = 0;
  std::int64_t hops = 0;
};

/// Everybody within `most` hops of a person over KNOWS of either direction, nearest first, without
/// himself. Breadth first.
std::vector<Acquaintance> acquaintances(
    const SocialModel& model, SocialModel::Index person,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

}  // namespace gb
