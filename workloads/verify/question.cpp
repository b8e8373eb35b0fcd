#include "workloads/verify/question.h"

#include <algorithm>

namespace gb {
namespace {

/// The first dialect of the chain the query has a text in; nothing for none.
const std::string* dialect_for(const Query& query, const EngineAbilities& abilities) {
  for (const std::string& dialect : abilities.dialects) {
    const auto text = query.texts.find(dialect);
    if (text != query.texts.end() && !text->second.empty()) return &dialect;
  }
  return nullptr;
}

std::string reason_to_skip(const Query& query, const Pool* pool, const std::string* dialect,
                           const EngineAbilities& abilities) {
  if (pool == nullptr) return "no-param-pool";
  if (query.needs_path_predicate && !abilities.path_predicates) return "no-path-predicates";
  if (query.needs_shortest_path && !abilities.shortest_paths) return "no-shortest-paths";
  if (query.query_class == QueryClass::Write && !abilities.transactions && !query.autocommit_ok) {
    return "no-transactions";
  }
  if (dialect != nullptr) return "";
  const bool wants_kernel =
      !query.kernel.empty() && std::find(abilities.kernels.begin(), abilities.kernels.end(),
                                         query.kernel) == abilities.kernels.end();
  return wants_kernel ? "missing-algorithm:" + query.kernel : "no-dialect-text";
}

}  // namespace

std::vector<Question> resolve_questions(const Workload& workload, const BoundParameters& parameters,
                                        const EngineAbilities& abilities) {
  std::vector<Question> questions;
  for (const Query& query : workload.queries) {
    const auto pool = parameters.pools.find(query.pool);
    Question& question = questions.emplace_back();
    question.query = &query;
    question.pool = pool == parameters.pools.end() ? nullptr : &pool->second;
    const std::string* dialect = dialect_for(query, abilities);
    question.skip_reason = reason_to_skip(query, question.pool, dialect, abilities);
    question.statement = {query.id, "", "", query.parameters};
    if (question.skip_reason.empty()) {
      question.statement.dialect = *dialect;
      question.statement.text = query.texts.at(*dialect);
    }
  }
  return questions;
}

}  // namespace gb
