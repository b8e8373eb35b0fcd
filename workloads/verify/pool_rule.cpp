#include "workloads/verify/pool_rule.h"

#include <utility>

#include "workloads/verify/finance_pools.h"
#include "workloads/verify/kernel_pools.h"
#include "workloads/verify/link_pools.h"
#include "workloads/verify/micro_pools.h"
#include "workloads/verify/social_pools.h"

namespace gb {

const PoolRule* find_pool_rule(std::string_view key) {
  for (const std::span<const PoolRule> family :
       {micro_pool_rules(), kernel_pool_rules(), link_pool_rules(), social_pool_rules(),
        finance_pool_rules()}) {
    for (const PoolRule& rule : family) {
      if (rule.key == key) return &rule;
    }
  }
  return nullptr;
}

std::vector<Draw> interleave(std::vector<Stratum> strata, std::size_t size) {
  std::vector<Draw> draws;
  bool taken = true;
  for (std::size_t round = 0; taken && draws.size() < size; ++round) {
    taken = false;
    for (Stratum& stratum : strata) {
      if (round >= stratum.size() || draws.size() >= size) continue;
      draws.push_back(std::move(stratum[round]));
      taken = true;
    }
  }
  return draws;
}

}  // namespace gb
