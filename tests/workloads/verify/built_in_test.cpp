// What the catalogue's files cannot know by themselves: oracles, pools, and answers shown to
// readers.
#include <doctest/doctest.h>

#include <functional>
#include <map>

#include "tests/support/temporary_folder.h"
#include "tests/workloads/oracle/queries.h"
#include "workloads/dataset/cache.h"
#include "workloads/oracle/oracle.h"
#include "workloads/verify/askable.h"
#include "workloads/verify/compare.h"
#include "workloads/verify/pool.h"

using namespace gb;

namespace {

const std::vector<Workload>& built_in() {
  static const Catalogue kCatalogue = [] {
    Result<Catalogue> catalogue = Catalogue::built_in();
    REQUIRE_MESSAGE(catalogue, catalogue.error().message);
    return *catalogue;
  }();
  return kCatalogue.all();
}

/// micro-read with its first query changed.
Workload with(const std::function<void(Query&)>& change) {
  Workload workload = micro_read();
  change(workload.queries.at(0));
  return workload;
}

std::string problem(const Workload& workload) {
  const Result<void> fine = check_askable(workload);
  return fine ? "" : fine.error().message;
}

}  // namespace

TEST_CASE("every built-in query has an oracle or a check, and every pool a rule") {
  for (const Workload& workload : built_in())
    CHECK_MESSAGE(problem(workload).empty(), problem(workload));
}

TEST_CASE("a query whose answers nobody knows is refused with its file") {
  CHECK(problem(with([](Query& query) { query.oracle = "guess"; })) ==
        "micro-read/micro-point.toml:1: no oracle is called \"guess\", so nobody knows whether an "
        "answer is right; write the expected answers in micro-point.answers.json, or name an "
        "oracle there is");
  CHECK(problem(with([](Query& query) {
          query.oracle = "guess";
          query.expected = {{{std::int64_t{1}}, {}}};
        })).empty());
}

TEST_CASE("a pool no rule draws, or one that binds other parameters, is refused with its file") {
  CHECK(problem(with([](Query& query) { query.pool = "dice"; })) ==
        "micro-read/micro-point.toml:1: no rule draws a pool \"dice\"; give bindings with their "
        "answers in micro-point.answers.json, or name a pool of docs/catalogue.md");
  CHECK(problem(with([](Query& query) { query.parameters = {"node"}; })) ==
        "micro-read/micro-point.toml:1: the parameters are node, but the pool micro-point binds "
        "id, in this order");
}

TEST_CASE("answers that are brought along are the query's pool, and its oracle") {
  Workload workload = with([](Query& query) {
    query.pool = "micro-point.answers.json";
    query.expected = {{{std::int64_t{4}}, {{std::int64_t{4}}}}, {{std::int64_t{9}}, {}}};
  });
  workload.queries.resize(1);
  const Models models(GraphModel::from_edges({}, {}).value());
  const BoundParameters bound = *bind_parameters(workload, models, Seed{1});
  const Pool& pool = bound.pools.at("micro-point.answers.json");
  REQUIRE(pool.draws.size() == 2);
  CHECK(pool.strata == std::vector<std::string>{"given-1", "given-2"});  // each is verified
  const Oracle oracle(models);
  const auto answer = oracle.answer(workload.queries[0], pool.draws[0].params);
  REQUIRE(answer);
  CHECK(answer->rows.size() == 1);
  CHECK(oracle.answer(workload.queries[0], pool.draws[1].params)->rows.empty());
  const auto unknown = oracle.answer(workload.queries[0], {std::int64_t{5}});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message == "micro-point: no answer was brought along for [5]");
}

TEST_CASE("every example shown to readers is what the oracle answers") {
  const TemporaryFolder folder;
  const DatasetCache cache(folder / "datasets");
  std::map<std::string, Models> models;
  std::size_t shown = 0;
  for (const Workload& workload : built_in()) {
    for (const Query& query : workload.queries) {
      if (!query.example || query.query_class == QueryClass::Write) continue;
      CAPTURE(query.id);
      const std::string& name = query.example->dataset;
      if (!models.contains(name)) {
        const auto recipe = find_recipe(name);
        REQUIRE_MESSAGE(recipe, recipe.error().message);
        const auto dataset = cache.obtain(*recipe);
        REQUIRE_MESSAGE(dataset, dataset.error().message);
        models.emplace(name, Models(dataset->dataset));
      }
      const auto answer = Oracle(models.at(name)).answer(query, query.example->answer.params);
      REQUIRE_MESSAGE(answer, answer.error().message);
      const Answer example{query.columns, query.example->answer.rows};
      const auto difference = first_difference(example, *answer, query.compare);
      CHECK_MESSAGE(!difference, difference.value_or(""));
      ++shown;
    }
  }
  CHECK(shown >= micro_read().queries.size());
}
