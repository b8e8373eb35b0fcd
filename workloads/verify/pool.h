#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/statement.h"
#include "workloads/catalogue/catalogue.h"
#include "workloads/oracle/models.h"

namespace gb {

/// One binding of a pool, with the stratum it stands for ("hit", "random-miss", "hub", ...).
struct Draw {
  Params params;
  std::string stratum;
};

/// Bindings interleaved by stratum, so that any prefix is representative. Immutable; a cursor
/// belongs to a run.
struct Pool {
  std::string key;
  std::vector<std::string> parameters;  // names, in the order of every draw's params
  std::vector<Draw> draws;              // never empty; draw k of a sequence is draws[k % size]
  std::vector<std::string> strata;      // in the order they appear
};

/// The pools of one workload on one dataset under one seed. The same for every engine, because no
/// engine takes part.
struct BoundParameters {
  std::map<std::string, Pool>
      pools;  // by key; "" holds the single empty binding of queries without parameters
  std::map<std::string, std::string>
      unbound;  // pool key -> why no pool could be made: the query is SKIP no-param-pool
  std::string sequence_sha256;  // over the pool rules' version and, per query in order, its id and
                                // every binding: equal for all engines of one comparison. Texts and
                                // workload version take no part: they say how, not what, is asked
};

/// Rule version of the pools below; part of every stream's seed and of the hash. Raise it with any
/// change that draws other bindings.
inline constexpr int kPoolRules = 1;

/// Bindings per pool; smaller graphs give fewer.
inline constexpr std::size_t kPoolSize = 64;

/// Draws every pool the workload names: SplitMix64, a stream per (seed, pool key, rule version).
/// InvalidArgument when a query's parameters are not the pool's, in the pool's order, and what
/// reading the dataset says.
Result<BoundParameters> bind_parameters(const Workload& workload, const Models& models, Seed seed);

}  // namespace gb
