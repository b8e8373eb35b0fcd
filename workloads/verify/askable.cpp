#include "workloads/verify/askable.h"

#include <fmt/ranges.h>

#include "workloads/oracle/oracle.h"
#include "workloads/verify/pool_rule.h"

namespace gb {
namespace {

Result<void> check_pool(const Query& query) {
  // Answers that are brought along bring their bindings.
  if (query.pool.empty() || !query.expected.empty()) return {};
  const PoolRule* const rule = find_pool_rule(query.pool);
  if (rule == nullptr) {
    return fail(ErrorCode::InvalidArgument,
                "{}:1: no rule draws a pool \"{}\"; give bindings with their answers in "
                "{}.answers.json, or name a pool of docs/catalogue.md",
                query.file, query.pool, query.id);
  }
  if (rule->parameters == query.parameters) return {};
  return fail(ErrorCode::InvalidArgument,
              "{}:1: the parameters are {}, but the pool {} binds {}, in this order", query.file,
              fmt::join(query.parameters, ", "), query.pool, fmt::join(rule->parameters, ", "));
}

}  // namespace

Result<void> check_askable(const Workload& workload) {
  for (const Query& query : workload.queries) {
    // A write is believed by its check.
    if (query.query_class != QueryClass::Write && !Oracle::answers(query)) {
      return fail(ErrorCode::InvalidArgument,
                  "{}:1: no oracle is called \"{}\", so nobody knows whether an answer is right; "
                  "write the expected answers in {}.answers.json, or name an oracle there is",
                  query.file, query.oracle, query.id);
    }
    if (const Result<void> pool = check_pool(query); !pool) return pool;
  }
  return {};
}

}  // namespace gb
