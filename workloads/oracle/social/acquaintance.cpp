#include "workloads/oracle/social/acquaintance.h"

namespace gb {

std::vector<Acquaintance> acquaintances(const SocialModel& model, SocialModel::Index person,
                                        std::int64_t most) {
  std::vector<bool> seen(model.persons().size(), false);
  seen[person] = true;
  std::vector<Acquaintance> found;
  const auto visit = [&](SocialModel::Index from, std::int64_t hops) {
    for (const SocialModel::Friend& other : model.friends(from)) {
      if (seen[other.person]) continue;
      seen[other.person] = true;
      found.push_back({other.person, hops});
    }
  };
  if (most > 0) visit(person, 1);
  for (std::size_t next = 0; next < found.size(); ++next) {
    const Acquaintance at = found[next];
    if (at.hops < most) visit(at.person, at.hops + 1);
  }
  return found;
}

}  // namespace gb
