// What the pools of the social family promise, held against the definitions.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/workloads/social/social_definitions.h"
#include "tests/workloads/social/social_graphs.h"
#include "workloads/verify/pool.h"

using namespace gb;

namespace {

/// Every pool of the family's reads.
std::map<std::string, Pool> pools_on(const SocialTables& tables, std::uint64_t seed = 1) {
  std::map<std::string, Pool> pools;
  const Models models(model_of(tables));
  for (const char* name : {"snb-short", "snb-complex", "snb-bi"}) {
    const auto bound = bind_parameters(social_workload(name), models, Seed{seed});
    REQUIRE_MESSAGE(bound, bound.error().message);
    pools.insert(bound->pools.begin(), bound->pools.end());
  }
  pools.erase("");
  return pools;
}

std::int64_t number(const Draw& draw, std::size_t at) {
  return std::get<std::int64_t>(draw.params.at(at).is);
}

using Rows = std::vector<std::vector<Value>>;

/// Which strata of a pair may answer what.
void check_pair(const SocialTables& tables, const Draw& draw) {
  const Rows rows = rows_by_definition(
      tables, "snb-ic13", {{"person1Id", draw.params[0]}, {"person2Id", draw.params[1]}});
  CHECK((number(draw, 0) == number(draw, 1)) == (draw.stratum == "same"));
  if (draw.stratum == "same" || draw.stratum == "unconnected") {
    CHECK(rows.empty());
    return;
  }
  REQUIRE(rows.size() == 1);
  const std::int64_t hops = std::get<std::int64_t>(rows[0][0].is);
  if (draw.stratum == "distance-1") CHECK(hops == 1);
  if (draw.stratum == "distance-2") CHECK(hops == 2);
  if (draw.stratum == "far") CHECK(hops >= 3);
}

void check_name(const SocialTables& tables, const Draw& draw) {
  const Rows rows = rows_by_definition(
      tables, "snb-ic1", {{"personId", draw.params[0]}, {"firstName", draw.params[1]}});
  if (draw.stratum == "near" || draw.stratum == "far") CHECK_FALSE(rows.empty());
  if (draw.stratum == "beyond" || draw.stratum == "unknown") CHECK(rows.empty());
}

/// A post dated exactly maxDate is there to be left out.
void check_max_date(const SocialTables& tables, const Draw& draw) {
  const auto posts = [&](std::int64_t before) {
    return rows_by_definition(tables, "snb-ic2",
                              {{"personId", draw.params[0]}, {"maxDate", before}});
  };
  const std::int64_t max_date = number(draw, 1);
  if (draw.stratum == "before-all" || draw.stratum == "empty") CHECK(posts(max_date).empty());
  if (draw.stratum == "empty") return;
  const Rows with = posts(max_date + 1);
  REQUIRE_FALSE(with.empty());
  CHECK(std::get<std::int64_t>(with[0][5].is) == max_date);
}

void check_min_date(const SocialTables& tables, const Draw& draw) {
  const Rows rows = rows_by_definition(tables, "snb-ic4",
                                       {{"personId", draw.params[0]}, {"minDate", draw.params[1]}});
  const bool none = draw.stratum == "after-all" || draw.stratum == "empty";
  CHECK(rows.empty() == none);
}

}  // namespace

TEST_CASE("on 100 random networks every draw is of its stratum, and none comes twice") {
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const SocialTables tables = random_social(Seed{seed});
    for (const auto& [key, pool] : pools_on(tables, seed)) {
      CAPTURE(key);
      std::set<std::string> drawn;
      for (const Draw& draw : pool.draws) {
        CAPTURE(draw.stratum);
        CAPTURE(to_text(List(draw.params)));
        seen.insert(key + " " + draw.stratum);
        CHECK(drawn.insert(canonical_text(List(draw.params))).second);
        if (key == "person-pair") check_pair(tables, draw);
        if (key == "person-name") check_name(tables, draw);
        if (key == "person-max-date") check_max_date(tables, draw);
        if (key == "person-min-date") check_min_date(tables, draw);
      }
    }
  }
  const std::set<std::string> all = {"forum-id empty",
                                     "forum-id large",
                                     "forum-id small",
                                     "person-id empty",
                                     "person-id hub",
                                     "person-id low",
                                     "person-id middle",
                                     "person-max-date before-all",
                                     "person-max-date early",
                                     "person-max-date empty",
                                     "person-max-date late",
                                     "person-max-date middle",
                                     "person-min-date after-all",
                                     "person-min-date early",
                                     "person-min-date empty",
                                     "person-min-date last",
                                     "person-min-date middle",
                                     "person-name beyond",
                                     "person-name far",
                                     "person-name near",
                                     "person-name own",
                                     "person-name unknown",
                                     "person-pair distance-1",
                                     "person-pair distance-2",
                                     "person-pair far",
                                     "person-pair same",
                                     "person-pair unconnected",
                                     "post-id liked",
                                     "post-id popular",
                                     "post-id unliked"};
  CHECK(seen == all);
}

TEST_CASE("the seed decides what is drawn, and nothing else does") {
  const SocialTables tables = random_social(Seed{9});
  const Models models(model_of(tables));
  const auto hash = [&](std::uint64_t seed) {
    return bind_parameters(social_workload("snb-mix"), models, Seed{seed})->sequence_sha256;
  };
  CHECK(hash(1) == hash(1));
  CHECK(hash(1) != hash(2));
}

TEST_CASE("the person with most friends is asked about in every run") {
  const SocialTables tables = random_social(Seed{9});
  const SocialModel model = model_of(tables);
  std::size_t most = 0;
  for (SocialModel::Index each = 0; each < model.persons().size(); ++each) {
    most = std::max(most, model.friends(each).size());
  }
  const std::map<std::string, Pool> pools = pools_on(tables);
  for (const std::string key : {"person-id", "person-pair", "person-name"}) {
    CAPTURE(key);
    const Pool& pool = pools.at(key);
    CHECK(std::any_of(pool.draws.begin(), pool.draws.begin() + 5, [&](const Draw& draw) {
      return model.friends(*model.find_person(number(draw, 0))).size() == most;
    }));
  }
}
