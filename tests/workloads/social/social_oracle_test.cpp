// The social oracles: numbers one can check on paper, on generated data, and against answers found
// by looking through everything.
#include <doctest/doctest.h>

#include "tests/support/temporary_folder.h"
#include "tests/workloads/social/social_definitions.h"
#include "tests/workloads/social/social_graphs.h"
#include "workloads/dataset/cache.h"
#include "workloads/oracle/oracle.h"
#include "workloads/verify/compare.h"
#include "workloads/verify/pool.h"

using namespace gb;

namespace {

using Rows = std::vector<std::vector<Value>>;

Rows ask(const Models& models, const std::string& id, const Params& params = {}) {
  const Result<Answer> answer = Oracle(models).answer(social_query(id), params);
  REQUIRE_MESSAGE(answer, answer.error().message);
  return answer->rows;
}

std::int64_t count(const Models& models, const std::string& id) {
  return std::get<std::int64_t>(ask(models, id).at(0).at(0).is);
}

void check_rows(const Models& models, const std::string& id, const Params& params,
                const Rows& want) {
  const Query& query = social_query(id);
  CAPTURE(id);
  CAPTURE(to_text(List(params)));
  CompareSettings exact;
  exact.ordered = true;
  const auto difference =
      first_difference({query.columns, ask(models, id, params)}, {query.columns, want}, exact);
  CHECK_MESSAGE(!difference, difference.value_or(""));
}

void check_counts(const Models& models, const std::vector<std::int64_t>& want) {
  for (std::size_t i = 0; i < want.size(); ++i) {
    const std::string id = "lsqb-q" + std::to_string(i + 1);
    CAPTURE(id);
    CHECK(count(models, id) == want[i]);
  }
}

void check_recipe(const char* recipe, const std::vector<std::int64_t>& want) {
  const TemporaryFolder folder;
  const auto made = generate_dataset(find_recipe(recipe).value(), folder.path());
  REQUIRE(made.has_value());
  check_counts(Models(made->dataset), want);
}

/// Values worth asking for a parameter, whether or not they hit.
std::vector<Value> worth_asking(const SocialTables& s, const std::string& parameter) {
  std::vector<Value> values;
  if (parameter == "postId") {
    for (const auto& post : s.posts) values.emplace_back(post.id);
  } else if (parameter == "forumId") {
    for (const auto& forum : s.forums) values.emplace_back(forum.id);
  } else if (parameter == "firstName") {
    values = {"Ada", "ada", "Bob", "nobody"};
  } else if (parameter.ends_with("Date")) {
    values = {10, 31536000, 40000000, 80000000, 200000000};
  } else {
    for (const auto& person : s.persons) values.emplace_back(person.id);
  }
  if (!parameter.ends_with("Date") && parameter != "firstName") values.emplace_back(-1234);
  return values;
}

void check_against_definition(const SocialTables& s, const Models& models, const Query& query,
                              Params& params) {
  if (params.size() == query.parameters.size()) {
    std::map<std::string, Value> named;
    for (std::size_t i = 0; i < params.size(); ++i) named[query.parameters[i]] = params[i];
    check_rows(models, query.id, params, rows_by_definition(s, query.id, named));
    return;
  }
  for (const Value& value : worth_asking(s, query.parameters[params.size()])) {
    params.push_back(value);
    check_against_definition(s, models, query, params);
    params.pop_back();
  }
}

std::string complaint(SocialTables tables) {
  const Result<SocialModel> model = SocialModel::from_tables(std::move(tables));
  return model ? "" : model.error().message;
}

}  // namespace

TEST_CASE("the counts of lsqb on the example and on both generated networks") {
  check_counts(Models(model_of(social_example())), {9, 11, 5, 17, 18, 24, 16, 2, 12});
  check_recipe("social-200", {49910, 87077, 435, 1374611, 118890, 1174560, 5872264, 1930, 60});
  check_recipe("social-1k", {250580, 593366, 423, 13761983, 935712, 419844, 123187824, 1914, 0});
}

TEST_CASE("the reads of snb on the example") {
  const Models s5(model_of(social_example()));
  check_rows(s5, "snb-is1", {0}, {{"fa", "lh", 100, 10}});
  check_rows(s5, "snb-is2", {0}, {{7, "cc", 70000000}, {5, "aa", 100}});
  check_rows(s5, "snb-is3", {0},
             {{3, "ft", "lw", 9}, {1, "fk", "la", 6}, {1, "fk", "la", 5}, {2, "fa", "lk", 4}});
  check_rows(s5, "snb-is4", {8}, {{"dd", 40000000}});
  check_rows(s5, "snb-is5", {8}, {{2, "fa", "lk"}});
  check_rows(s5, "snb-is6", {8}, {{11, "forum-0"}});
  check_rows(s5, "snb-is7", {8},
             {{2, "fa", "lk", 40000001}, {1, "fk", "la", 12}, {0, "fa", "lh", 11}});
  check_rows(s5, "snb-ic1", {0, "fa"}, {{4, "la"}, {2, "lk"}});
  check_rows(s5, "snb-ic2", {0, 126144000},
             {{1, "fk", "la", 6, "bb", 40000000},
              {2, "fa", "lk", 8, "dd", 40000000},
              {3, "ft", "lw", 10, "ff", 200}});
  check_rows(s5, "snb-ic4", {0, 31536000}, {{5, "aa"}, {8, "dd"}});
  check_rows(s5, "snb-ic5", {0}, {{11, "forum-0", 2}, {12, "forum-1", 1}});
  check_rows(s5, "snb-ic9", {0, 126144000}, {{1, 6, 40000000}, {2, 8, 40000000}, {3, 10, 200}});
  check_rows(s5, "snb-ic13", {0, 4}, {{2}});
  check_rows(s5, "snb-ic13", {1, 4}, {{3}});
  check_rows(s5, "snb-ic13", {1, 1}, {});
  check_rows(s5, "snb-bi1", {}, {{0, 0, 2}, {1, 0, 2}, {2, 0, 1}, {4, 0, 1}});
  check_rows(s5, "snb-bi4", {}, {{11, "forum-0", 3}, {12, "forum-1", 2}});
  check_rows(s5, "snb-bi5", {11}, {{0, 2}, {1, 1}, {2, 1}});
  check_rows(s5, "snb-bi9", {11}, {{0, "fa", 2}, {1, "fk", 1}, {2, "fa", 1}});
  check_rows(s5, "snb-bi18", {1}, {{3, 2}});
  check_rows(s5, "snb-bi18", {4}, {{0, 1}, {2, 1}});
}

TEST_CASE("every social oracle agrees with its definition on 200 random networks") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    const SocialTables tables = random_social(Seed{seed});
    const Models models(model_of(tables));
    for (const Query& query : social_workload("lsqb").queries) {
      CAPTURE(query.id);
      CHECK(count(models, query.id) == enumerate_matches(tables, query.id));
    }
    for (const char* name : {"snb-short", "snb-complex", "snb-bi"}) {
      for (const Query& query : social_workload(name).queries) {
        Params params;
        check_against_definition(tables, models, query, params);
      }
    }
  }
}

TEST_CASE("a network the definitions do not hold for is refused, naming the id") {
  SocialTables s = social_example();
  s.knows.push_back({3, 3, 1});
  CHECK(complaint(s) == "the person 3 KNOWS himself");
  s = social_example();
  s.has_creator.push_back({8, 3, 0});
  CHECK(complaint(s) == "the post 8 has more than one creator or is in more than one forum");
  s = social_example();
  s.container_of.push_back({12, 5, 0});
  CHECK(complaint(s) == "the post 5 has more than one creator or is in more than one forum");
  s = social_example();
  s.likes.push_back({0, 77, 1});
  CHECK(complaint(s) == "a LIKES edge leads from 0 to 77, but no Post has the id 77");
  s = social_example();
  s.forums.push_back({11, "again"});
  CHECK(complaint(s) == "two nodes Forum have the id 11");
}

TEST_CASE("a dataset without the social schema is refused, naming what it lacks") {
  const TemporaryFolder folder;
  const auto made = generate_dataset(find_recipe("grid-30x30").value(), folder.path());
  REQUIRE(made.has_value());
  const auto model = Models(made->dataset).social();
  REQUIRE_FALSE(model);
  CHECK(model.error().code == ErrorCode::InvalidArgument);
  CHECK(model.error().message.starts_with("the workload asks about Person, a label the dataset "));
}
