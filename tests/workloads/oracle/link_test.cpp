// The association example of the specification, and every LinkBench oracle against one that scans
// lists, on 200 tiny sets of objects and links.
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "core/base/random.h"
#include "tests/workloads/oracle/queries.h"
#include "workloads/oracle/oracle.h"
#include "workloads/verify/compare.h"
#include "workloads/verify/pool.h"

using namespace gb;

namespace {

using Object = LinkModel::Object;
using Link = LinkModel::Link;
using Rows = std::vector<std::vector<Value>>;

/// L6 of the specification (workloads §17.6).
LinkModel example() {
  std::vector<Object> objects;
  for (std::int64_t i = 0; i < 6; ++i) {
    objects.push_back({i, 1 + i % 3, i, 100 + i, "p" + std::to_string(i)});
  }
  return LinkModel(objects, {{0, 4, 2, 50, "z"},
                             {0, 5, 2, 50, "a"},
                             {1, 2, 3, 7, "b"},
                             {1, 3, 3, 9, "c"},
                             {1, 4, 5, 8, "d"},
                             {2, 0, 1, 1, "e"},
                             {4, 0, 1, 2, "f"},
                             {4, 1, 1, 3, "g"},
                             {4, 2, 1, 4, "h"},
                             {4, 3, 1, 5, "i"}});
}

const Query& link_query(const std::string& id) {
  const std::vector<Query>& queries = built_in("linkbench").queries;
  const auto found = std::find_if(queries.begin(), queries.end(),
                                  [&](const Query& query) { return query.id == id; });
  REQUIRE(found != queries.end());
  return *found;
}

Rows ask(const Models& models, const std::string& id, const Params& params) {
  const Result<Answer> answer = Oracle(models).answer(link_query(id), params);
  REQUIRE_MESSAGE(answer, answer.error().message);
  return answer->rows;
}

/// What first_difference says, with the query's own settings.
std::string difference(const std::string& id, const Rows& got, const Rows& want) {
  const Query& query = link_query(id);
  return first_difference({query.columns, got}, {query.columns, want}, query.compare).value_or("");
}

}  // namespace

TEST_CASE("the association example is answered as the specification works it out") {
  const Models models(example());
  CHECK(difference("lb-get-node", ask(models, "lb-get-node", {1}), {{2, 1, 101, "p1"}}).empty());
  CHECK(ask(models, "lb-get-node", {99}).empty());
  CHECK(difference("lb-get-link", ask(models, "lb-get-link", {1, 3, 3}), {{1}}).empty());
  CHECK(difference("lb-get-link", ask(models, "lb-get-link", {1, 96, 0}), {{0}}).empty());
  CHECK(difference("lb-get-links", ask(models, "lb-get-links", {1, 3}), {{3, 9, "c"}, {2, 7, "b"}})
            .empty());
  CHECK(
      difference("lb-get-links", ask(models, "lb-get-links", {0, 2}), {{5, 50, "a"}, {4, 50, "z"}})
          .empty());
  CHECK(difference("lb-count-link", ask(models, "lb-count-link", {3, 1}), {{0}}).empty());
}

TEST_CASE("a link list without its tie-break, and a probe that always hits, are noticed") {
  const Models models(example());
  const Rows list = ask(models, "lb-get-links", {0, 2});
  CHECK_FALSE(difference("lb-get-links", {list[1], list[0]}, list).empty());
  const BoundParameters bound = *bind_parameters(built_in("linkbench"), models, Seed{1});
  bool caught = false;
  for (const Draw& draw : bound.pools.at("lb-link").draws) {
    const Rows want = ask(models, "lb-get-link", draw.params);
    caught = caught || !difference("lb-get-link", {{1}}, want).empty();
  }
  CHECK(caught);
}

TEST_CASE("every LinkBench oracle agrees with a scan of the lists") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    SplitMix64 random(Seed{seed});
    const auto up_to = [&](std::uint64_t n) { return static_cast<std::int64_t>(random.below(n)); };
    std::vector<Object> objects;
    for (std::int64_t id = 0; id < 1 + static_cast<std::int64_t>(seed % 7); ++id) {
      objects.push_back({id, up_to(3), up_to(3), up_to(9), "p" + std::to_string(up_to(4))});
    }
    std::vector<Link> links;
    for (std::int64_t i = up_to(20); i > 0; --i) {
      links.push_back({up_to(objects.size()), up_to(objects.size()), 1 + up_to(3), up_to(4),
                       "q" + std::to_string(up_to(5))});
    }
    const Models models(LinkModel(objects, links));
    for (std::int64_t src = 0; src <= static_cast<std::int64_t>(objects.size()); ++src) {
      const bool there = src < static_cast<std::int64_t>(objects.size());
      CHECK(ask(models, "lb-get-node", {src}).size() == (there ? 1U : 0U));
      for (std::int64_t type = 0; type <= 4; ++type) {
        std::vector<std::tuple<std::int64_t, std::string, std::int64_t>> wanted;
        for (const Link& link : links) {
          if (link.src == src && link.ltype == type) {
            wanted.emplace_back(-link.time, link.payload, link.dst);
          }
        }
        std::sort(wanted.begin(), wanted.end());
        Rows list;
        for (const auto& [minus_time, payload, dst] : wanted) {
          list.push_back({dst, -minus_time, payload});
        }
        CHECK(difference("lb-get-links", ask(models, "lb-get-links", {src, type}), list).empty());
        CHECK(difference("lb-count-link", ask(models, "lb-count-link", {src, type}),
                         {{static_cast<std::int64_t>(list.size())}})
                  .empty());
        for (std::int64_t dst = 0; dst < static_cast<std::int64_t>(objects.size()); ++dst) {
          const auto hits = std::count_if(links.begin(), links.end(), [&](const Link& link) {
            return link.src == src && link.ltype == type && link.dst == dst;
          });
          CHECK(difference("lb-get-link", ask(models, "lb-get-link", {src, type, dst}),
                           {{static_cast<std::int64_t>(hits)}})
                    .empty());
        }
      }
    }
  }
}

TEST_CASE("requests go to hot objects, to others, and to what is not there") {
  std::vector<Object> objects;
  std::vector<Link> links;
  for (std::int64_t id = 0; id < 60; ++id) {
    objects.push_back({id, 1, 1, 1, "p"});
    for (std::int64_t i = 0; i < id / 2; ++i)
      links.push_back({id, (id + i) % 60, 1 + i % 3, i, "q"});
  }
  const Models models(LinkModel(objects, links));
  const BoundParameters bound = *bind_parameters(built_in("linkbench"), models, Seed{3});
  CHECK(bound.pools.at("lb-node").strata == std::vector<std::string>{"hot", "linked", "alone"});
  CHECK(bound.pools.at("lb-links").strata == std::vector<std::string>{"hot", "linked", "none"});
  CHECK(bound.pools.at("lb-link").strata ==
        std::vector<std::string>{"hot", "linked", "other-type", "other-end"});
  for (const Draw& draw : bound.pools.at("lb-links").draws) {
    CHECK(ask(models, "lb-get-links", draw.params).empty() == (draw.stratum == "none"));
  }
  for (const Draw& draw : bound.pools.at("lb-link").draws) {
    const bool hit = draw.stratum == "hot" || draw.stratum == "linked";
    CHECK(difference("lb-get-link", ask(models, "lb-get-link", draw.params), {{hit ? 1 : 0}})
              .empty());
  }
}
