#include "workloads/verify/question.h"

#include <algorithm>

namespace gb {
namespace {

/// The first dialect of the engine's that there is a text in; null for none.
const DialectTexts::value_type* text_for(const DialectTexts& texts,
                                         const EngineAbilities& abilities) {
  for (const std::string& dialect : abilities.dialects) {
    const auto text = texts.find(dialect);
    if (text != texts.end()) return &*text;
  }
  return nullptr;
}

std::vector<Statement> statements_of(const Query& query, const DialectTexts& texts,
                                     const EngineAbilities& abilities) {
  std::vector<Statement> statements;
  const auto* found = text_for(texts, abilities);
  if (found == nullptr) return statements;
  for (const std::string& text : found->second) {
    statements.push_back({query.id, found->first, text, query.parameters});
  }
  return statements;
}

std::string reason_to_skip(const Query& query, const Pool* pool, const EngineAbilities& abilities) {
  const bool writes = query.query_class == QueryClass::Write;
  if (pool == nullptr) return "no-param-pool";
  if (query.needs_path_predicate && !abilities.path_predicates) return "no-path-predicates";
  if (query.needs_shortest_path && !abilities.shortest_paths) return "no-shortest-paths";
  if (writes && !abilities.transactions && !query.autocommit_ok) return "no-transactions";
  if (query.needs_deletes && !abilities.deletes) return "no-deletes";
  if (query.needs_parallel_edges && !abilities.parallel_edges) return "no-parallel-edges";
  if (text_for(query.texts, abilities) != nullptr) {
    return writes && text_for(query.check, abilities) == nullptr ? "no-check-text" : "";
  }
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
    question.skip_reason = reason_to_skip(query, question.pool, abilities);
    if (!question.skip_reason.empty()) continue;
    question.operation = statements_of(query, query.texts, abilities);
    question.setup = statements_of(query, query.setup, abilities);
    question.teardown = statements_of(query, query.teardown, abilities);
    question.check = statements_of(query, query.check, abilities);
    question.dialect = question.operation.front().dialect;
    question.emulated = query.emulated.contains(question.dialect);
  }
  return questions;
}

}  // namespace gb
