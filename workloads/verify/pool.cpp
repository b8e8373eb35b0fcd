#include "workloads/verify/pool.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/sha256.h"
#include "workloads/verify/pool_rule.h"

namespace gb {
namespace {

Pool without_parameters() { return {"", {}, {{{}, "all"}}, {"all"}}; }

Result<Pool> draw_pool(const PoolRule& rule, const Models& models, Seed seed) {
  const Seed stream = derive(seed, fmt::format("pool {} rules {}", rule.key, kPoolRules));
  Result<std::vector<Stratum>> strata = rule.strata(models, SplitMix64(stream));
  if (!strata) return tl::unexpected(strata.error());
  Pool pool{std::string(rule.key), rule.parameters, interleave(std::move(*strata), kPoolSize), {}};
  for (const Draw& draw : pool.draws) {
    if (std::find(pool.strata.begin(), pool.strata.end(), draw.stratum) == pool.strata.end()) {
      pool.strata.push_back(draw.stratum);
    }
  }
  return pool;
}

/// The bindings whose answers the query brings along, in the file's order. Each is a stratum of its
/// own: an answer that was written down is checked.
Pool given_pool(const Query& query) {
  Pool pool{query.pool, query.parameters, {}, {}};
  for (const ExpectedAnswer& answer : query.expected) {
    pool.strata.push_back(fmt::format("given-{}", pool.strata.size() + 1));
    pool.draws.push_back({answer.params, pool.strata.back()});
  }
  return pool;
}

/// The bindings the query will be asked with, or null when its pool is unbound.
const Pool* pool_of(const Query& query, const BoundParameters& bound) {
  const auto found = bound.pools.find(query.pool);
  return found == bound.pools.end() ? nullptr : &found->second;
}

std::string hash_sequence(const Workload& workload, const BoundParameters& bound) {
  Sha256 digest;
  digest.update(fmt::format("rules {}\n", kPoolRules));
  for (const Query& query : workload.queries) {
    digest.update(canonical_text(query.id));
    const Pool* pool = pool_of(query, bound);
    if (pool == nullptr) {
      digest.update("unbound\n");
      continue;
    }
    for (const Draw& draw : pool->draws) digest.update(canonical_text(List(draw.params)));
    digest.update("\n");
  }
  return digest.finish();
}

}  // namespace

Result<BoundParameters> bind_parameters(const Workload& workload, const Models& models, Seed seed) {
  BoundParameters bound;
  bound.pools.emplace("", without_parameters());
  for (const Query& query : workload.queries) {
    if (query.pool.empty()) continue;
    if (!query.expected.empty()) {
      bound.pools.emplace(query.pool, given_pool(query));
      continue;
    }
    const PoolRule* rule = find_pool_rule(query.pool);
    if (rule == nullptr) {
      bound.unbound[query.pool] = fmt::format("no rule draws a pool \"{}\"", query.pool);
      continue;
    }
    if (query.parameters != rule->parameters) {
      return fail(ErrorCode::InvalidArgument,
                  "query {} declares the parameters {}, but its pool {} binds {}, in this order",
                  query.id, fmt::join(query.parameters, ", "), rule->key,
                  fmt::join(rule->parameters, ", "));
    }
    if (bound.pools.contains(query.pool) || bound.unbound.contains(query.pool)) continue;
    Result<Pool> pool = draw_pool(*rule, models, seed);
    if (!pool) return tl::unexpected(pool.error());
    if (pool->draws.empty()) {
      bound.unbound[query.pool] =
          fmt::format("the dataset has nothing to draw for \"{}\"", query.pool);
    } else {
      bound.pools.emplace(query.pool, std::move(*pool));
    }
  }
  bound.sequence_sha256 = hash_sequence(workload, bound);
  return bound;
}

}  // namespace gb
