#include "workloads/verify/question.h"

#include <doctest/doctest.h>

#include "tests/workloads/oracle/graphs.h"
#include "tests/workloads/oracle/queries.h"

using namespace gb;

namespace {

Query asks(const std::string& id) {
  Query query = query_named("micro-scan-count");
  query.id = id;
  query.texts = {{"sql", {"SELECT"}}, {"cypher", {"MATCH"}}};
  return query;
}

Question resolve(const Query& query, const EngineAbilities& abilities) {
  static Workload workload;
  static BoundParameters bound;
  workload.queries = {query};
  bound = *bind_parameters(workload, Models(grid(3, 3).model()), Seed{1});
  return resolve_questions(workload, bound, abilities).at(0);
}

}  // namespace

TEST_CASE("the first dialect of the engine's chain that has a text is asked") {
  const Query query = asks("q");
  CHECK(resolve(query, {.dialects = {"cypher25", "cypher", "sql"}}).operation.at(0).text ==
        "MATCH");
  CHECK(resolve(query, {.dialects = {"sql", "cypher"}}).dialect == "sql");
  Query mute = query;
  mute.texts.erase("sql");
  CHECK(resolve(mute, {.dialects = {"sql", "cypher"}}).dialect == "cypher");
}

TEST_CASE("a statement binds the query's parameters in their order") {
  const Question question = resolve(query_named("micro-edge"), {.dialects = {"sql"}});
  CHECK(question.operation.at(0).query_id == "micro-edge");
  CHECK(question.operation.at(0).parameters == std::vector<std::string>{"src", "dst"});
  REQUIRE(question.pool != nullptr);
  CHECK(question.pool->key == "micro-edge");
}

TEST_CASE("why a query is skipped is decided in a fixed order") {
  const EngineAbilities nothing{.dialects = {"prim"}};
  Query query = asks("q");
  query.query_class = QueryClass::Write;
  query.pool = "no-such-pool";
  query.needs_path_predicate = true;
  query.needs_shortest_path = true;
  query.kernel = "bfs";
  const auto reason = [&](const EngineAbilities& abilities) {
    const Question question = resolve(query, abilities);
    CHECK(question.operation.empty());
    return question.skip_reason;
  };
  CHECK(reason(nothing) == "no-param-pool");
  query.pool = "";
  CHECK(reason(nothing) == "no-path-predicates");
  CHECK(reason({.dialects = {"prim"}, .path_predicates = true}) == "no-shortest-paths");
  const EngineAbilities paths{
      .dialects = {"prim"}, .path_predicates = true, .shortest_paths = true};
  CHECK(reason(paths) == "no-transactions");
  query.autocommit_ok = true;
  query.needs_deletes = true;
  query.needs_parallel_edges = true;
  EngineAbilities adding = paths;
  adding.deletes = false;
  adding.parallel_edges = false;
  CHECK(reason(adding) == "no-deletes");
  adding.deletes = true;
  CHECK(reason(adding) == "no-parallel-edges");
  CHECK(reason(paths) == "missing-algorithm:bfs");
  EngineAbilities kernel = paths;
  kernel.kernels = {"bfs"};
  CHECK(reason(kernel) == "no-dialect-text");
  query.kernel = "";
  CHECK(reason(paths) == "no-dialect-text");
}

TEST_CASE("what stands around a write is looked up for itself, and an empty text is one") {
  Query query = asks("q");
  query.query_class = QueryClass::Write;
  query.autocommit_ok = true;
  query.texts["sql"] = {"DELETE", "INSERT"};
  query.setup = {{"sql", {}}, {"cypher", {"CREATE"}}};
  query.teardown = {{"cypher", {"DETACH"}}};
  CHECK(resolve(query, {.dialects = {"sql", "cypher"}}).skip_reason == "no-check-text");
  query.check = {{"cypher", {"RETURN"}}};
  const Question question = resolve(query, {.dialects = {"sql", "cypher"}});
  CHECK(question.skip_reason.empty());
  CHECK(question.operation.size() == 2);
  CHECK(question.setup.empty());
  CHECK(question.teardown.at(0).dialect == "cypher");
  CHECK(question.check.at(0).text == "RETURN");
}

TEST_CASE("a text that spells a kernel out marks the question as emulated, another does not") {
  Query query = asks("q");
  query.kernel = "bfs";
  query.emulated = {"sql"};
  CHECK(resolve(query, {.dialects = {"sql"}}).emulated);
  CHECK_FALSE(resolve(query, {.dialects = {"cypher"}}).emulated);
}

TEST_CASE("a text beats a kernel the engine does not declare") {
  Query query = asks("q");
  query.kernel = "bfs";
  CHECK(resolve(query, {.dialects = {"sql"}}).skip_reason.empty());
}

TEST_CASE("an engine that speaks sql is asked all nine questions, one without a dialect none") {
  const BoundParameters bound =
      *bind_parameters(micro_read(), Models(grid(30, 30).model()), Seed{1});
  for (const Question& question : resolve_questions(micro_read(), bound, {.dialects = {"sql"}})) {
    CHECK(question.skip_reason.empty());
    CHECK(question.operation.size() == 1);
  }
  const auto mute = resolve_questions(micro_read(), bound, {});
  CHECK(mute.size() == 9);
  for (const Question& question : mute) CHECK(question.skip_reason == "no-dialect-text");
}
