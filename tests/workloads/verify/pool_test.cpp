#include "workloads/verify/pool.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "tests/workloads/oracle/graphs.h"
#include "tests/workloads/oracle/queries.h"
#include "workloads/oracle/micro.h"
#include "workloads/verify/micro_pools.h"

using namespace gb;

namespace {

BoundParameters bind(const GraphModel& graph, std::uint64_t seed = 1) {
  const Result<BoundParameters> bound = bind_parameters(micro_read(), Models(graph), Seed{seed});
  REQUIRE_MESSAGE(bound, bound.error().message);
  return *bound;
}

std::int64_t number(const Draw& draw, std::size_t i = 0) {
  return std::get<std::int64_t>(draw.params.at(i).is);
}

std::vector<std::int64_t> numbers(const Pool& pool, const std::string& stratum) {
  std::vector<std::int64_t> all;
  for (const Draw& draw : pool.draws) {
    if (draw.stratum == stratum) all.push_back(number(draw));
  }
  return all;
}

using Pair = std::pair<std::int64_t, std::int64_t>;

std::set<Pair> pairs_of(const PlainGraph& graph) {
  std::set<Pair> pairs;
  for (const GraphModel::Edge& edge : graph.edges) pairs.insert({edge.src, edge.dst});
  return pairs;
}

/// Within any prefix no stratum is ahead of another by more than one draw, unless the other is used
/// up.
void check_interleaved(const Pool& pool) {
  std::map<std::string, std::size_t> total;
  for (const Draw& draw : pool.draws) ++total[draw.stratum];
  std::map<std::string, std::size_t> seen;
  for (const Draw& draw : pool.draws) {
    ++seen[draw.stratum];
    for (const std::string& other : pool.strata) {
      if (seen[other] < total[other]) CHECK(seen[draw.stratum] <= seen[other] + 1);
    }
  }
}

void check_no_repeats(const Pool& pool) {
  std::set<std::string> seen;
  for (const Draw& draw : pool.draws) CHECK(seen.insert(to_text(Value(draw.params))).second);
}

}  // namespace

TEST_CASE("the pools of micro-read hold 64 different draws, interleaved by stratum") {
  const BoundParameters bound = bind(skewed_graph(900, Seed{7}).model());
  CHECK(bound.unbound.empty());
  CHECK(bound.pools.size() == 5);  // four, and the empty one
  CHECK(bound.pools.at("micro-point").strata == std::vector<std::string>{"low", "middle", "high"});
  CHECK(bound.pools.at("micro-point-miss").strata ==
        std::vector<std::string>{"just-above", "far-above", "negative"});
  CHECK(bound.pools.at("micro-edge").strata ==
        std::vector<std::string>{"hit", "reversed-miss", "random-miss"});
  CHECK(bound.pools.at("micro-khop").strata ==
        std::vector<std::string>{"sink", "low", "middle", "hub"});
  for (const auto& [key, pool] : bound.pools) {
    CAPTURE(key);
    CHECK(pool.draws.size() == (key.empty() ? 1 : 64));
    check_interleaved(pool);
    check_no_repeats(pool);
  }
}

TEST_CASE("a query without parameters is asked with the one empty binding") {
  const Pool pool = bind(grid(3, 3).model()).pools.at("");
  REQUIRE(pool.draws.size() == 1);
  CHECK(pool.draws[0].params.empty());
}

TEST_CASE("ids are drawn from three bands of equal size") {
  const Pool pool = bind(grid(30, 30).model()).pools.at("micro-point");
  for (const std::int64_t id : numbers(pool, "low")) CHECK((id >= 0 && id < 300));
  for (const std::int64_t id : numbers(pool, "middle")) CHECK((id >= 300 && id < 600));
  for (const std::int64_t id : numbers(pool, "high")) CHECK((id >= 600 && id < 900));
  CHECK(numbers(pool, "low").size() == 22);
}

TEST_CASE("missing ids are close above, far above and below, and no node has them") {
  const GraphModel graph = grid(30, 30).model();
  const Pool pool = bind(graph).pools.at("micro-point-miss");
  for (const Draw& draw : pool.draws) CHECK_FALSE(graph.find(number(draw)));
  const std::vector<std::int64_t> close = numbers(pool, "just-above");
  CHECK(close.front() == 900);
  CHECK(close.back() == 899 + static_cast<std::int64_t>(close.size()));
  for (const std::int64_t id : numbers(pool, "far-above")) CHECK(id > std::int64_t{1} << 40);
  for (const std::int64_t id : numbers(pool, "negative")) CHECK(id < 0);
}

TEST_CASE("a stratum that does not exist is left out: nothing is above the largest integer") {
  const PlainGraph graph{{std::numeric_limits<std::int64_t>::max() - 1}, {}};
  const Pool pool = bind(graph.model()).pools.at("micro-point-miss");
  CHECK(numbers(pool, "just-above") ==
        std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max()});
  CHECK(numbers(pool, "far-above").empty());
  CHECK(numbers(pool, "negative").size() == 63);
}

TEST_CASE("pairs are edges, edges turned round where none leads that way, and strangers") {
  const PlainGraph graph = skewed_graph(300, Seed{3});
  const std::set<Pair> edges = pairs_of(graph);
  std::map<std::string, int> strata;
  const Pool pool = bind(graph.model()).pools.at("micro-edge");
  for (const Draw& draw : pool.draws) {
    const Pair there{number(draw, 0), number(draw, 1)};
    const Pair back{there.second, there.first};
    ++strata[draw.stratum];
    CAPTURE(draw.stratum);
    if (draw.stratum == "hit") {
      CHECK(edges.contains(there));
    } else if (draw.stratum == "reversed-miss") {
      CHECK_FALSE(edges.contains(there));
      CHECK(edges.contains(back));
    } else {
      CHECK_FALSE(edges.contains(there));
      CHECK_FALSE(edges.contains(back));
      CHECK(there.first != there.second);
    }
  }
  CHECK(strata ==
        std::map<std::string, int>{{"hit", 22}, {"reversed-miss", 21}, {"random-miss", 21}});
}

TEST_CASE("seeds are sinks, and three bands by out-degree with the largest hub always among them") {
  const PlainGraph graph = skewed_graph(900, Seed{5});
  std::map<std::int64_t, std::size_t> degree;
  for (const std::int64_t id : graph.ids) degree[id] = 0;
  for (const GraphModel::Edge& edge : graph.edges) ++degree[edge.src];
  std::size_t largest = 0;
  for (const auto& [id, out] : degree) largest = std::max(largest, out);

  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Pool pool = bind(graph.model(), seed).pools.at("micro-khop");
    const auto range = [&](const std::string& stratum) {
      std::vector<std::size_t> degrees;
      for (const std::int64_t id : numbers(pool, stratum)) degrees.push_back(degree.at(id));
      REQUIRE(degrees.size() == 16);
      const auto [low, high] = std::minmax_element(degrees.begin(), degrees.end());
      return std::pair(*low, *high);
    };
    CHECK(range("sink").second == 0);
    CHECK(range("low").first > 0);
    CHECK(range("low").second <= range("middle").first);
    CHECK(range("middle").second <= range("hub").first);
    CHECK(degree.at(numbers(pool, "hub").front()) == largest);
  }
}

TEST_CASE("the same seed draws the same, another seed another sequence") {
  const GraphModel graph = grid(30, 30).model();
  const BoundParameters first = bind(graph, 1);
  const BoundParameters again = bind(graph, 1);
  const BoundParameters other = bind(graph, 2);
  CHECK(first.sequence_sha256.size() == 64);
  CHECK(first.sequence_sha256 == again.sequence_sha256);
  CHECK(first.sequence_sha256 != other.sequence_sha256);
  for (const auto& [key, pool] : first.pools) {
    REQUIRE(pool.draws.size() == again.pools.at(key).draws.size());
    for (std::size_t i = 0; i < pool.draws.size(); ++i) {
      CHECK(to_text(Value(pool.draws[i].params)) ==
            to_text(Value(again.pools.at(key).draws[i].params)));
    }
  }
}

TEST_CASE("a change of what is drawn needs a new rule version") {
  // If this fails and the new draws are meant: raise kPoolRules, then take over the new hash.
  CHECK(kPoolRules == 1);
  CHECK(bind(grid(30, 30).model(), 1).sequence_sha256 ==
        "35be8dad3bb79a73b9e2d6186fc38709e6155243ed555b0daad82010b98674f8");
}

TEST_CASE("the sequence says what is asked, not how: texts take no part, queries and order do") {
  const GraphModel graph = grid(30, 30).model();
  const std::string before = bind(graph).sequence_sha256;
  const auto hash = [&](const Workload& workload) {
    return bind_parameters(workload, Models(graph), Seed{1})->sequence_sha256;
  };
  Workload changed = micro_read();
  changed.queries[0].texts["sql"] = {"SELECT 1"};
  changed.version = "other";
  CHECK(hash(changed) == before);
  std::swap(changed.queries[0], changed.queries[1]);
  CHECK(hash(changed) != before);
  Workload shorter = micro_read();
  shorter.queries.pop_back();
  CHECK(hash(shorter) != before);
}

TEST_CASE("one pool's draws do not depend on which other pools a workload has") {
  const GraphModel graph = grid(30, 30).model();
  Workload alone = micro_read();
  alone.queries = {query_named("micro-edge")};
  const Result<BoundParameters> bound = bind_parameters(alone, Models(graph), Seed{1});
  REQUIRE(bound);
  const Pool& mine = bound->pools.at("micro-edge");
  const Pool all = bind(graph).pools.at("micro-edge");
  REQUIRE(mine.draws.size() == all.draws.size());
  for (std::size_t i = 0; i < mine.draws.size(); ++i) {
    CHECK(to_text(Value(mine.draws[i].params)) == to_text(Value(all.draws[i].params)));
  }
}

TEST_CASE("small graphs give shorter pools, and every stratum there is") {
  const BoundParameters g3 = bind(grid(3, 3).model());
  CHECK(g3.pools.at("micro-point").draws.size() == 9);
  CHECK(g3.pools.at("micro-point-miss").draws.size() == 64);
  const Pool& seeds = g3.pools.at("micro-khop");
  CHECK(seeds.draws.size() == 9);
  CHECK(seeds.strata == std::vector<std::string>{"sink", "low", "middle", "hub"});
  CHECK(numbers(seeds, "sink") == std::vector<std::int64_t>{8});
  CHECK(numbers(g3.pools.at("micro-edge"), "hit").size() == 12);
  CHECK(numbers(g3.pools.at("micro-edge"), "reversed-miss").size() == 12);
  CHECK(numbers(g3.pools.at("micro-edge"), "random-miss").size() == 64 - 24);

  const BoundParameters pair = bind(PlainGraph{{0, 1}, {{0, 1}, {1, 0}}}.model());
  CHECK(pair.pools.at("micro-edge").draws.size() == 2);  // no miss exists
  CHECK(pair.pools.at("micro-khop").draws.size() == 2);
  const BoundParameters lone = bind(PlainGraph{{5}, {}}.model());
  CHECK(lone.pools.at("micro-khop").strata == std::vector<std::string>{"sink"});
}

TEST_CASE("a pool that cannot be drawn is unbound with the reason") {
  const BoundParameters lone = bind(PlainGraph{{5}, {}}.model());
  CHECK(lone.unbound == std::map<std::string, std::string>{
                            {"micro-edge", "the dataset has nothing to draw for \"micro-edge\""}});
  Workload workload = micro_read();
  workload.queries[0].pool = "no-such-pool";
  const Result<BoundParameters> bound =
      bind_parameters(workload, Models(grid(3, 3).model()), Seed{1});
  REQUIRE(bound);
  CHECK(bound->unbound == std::map<std::string, std::string>{
                              {"no-such-pool", "no rule draws a pool \"no-such-pool\""}});
}

TEST_CASE("a query whose parameters are not its pool's is refused") {
  Workload workload = micro_read();
  workload.queries[2].parameters = {"dst", "src"};
  const Result<BoundParameters> bound =
      bind_parameters(workload, Models(grid(3, 3).model()), Seed{1});
  REQUIRE_FALSE(bound);
  CHECK(bound.error().code == ErrorCode::InvalidArgument);
  CHECK(
      bound.error().message ==
      "query micro-edge declares the parameters dst, src, but its pool micro-edge binds src, dst, "
      "in this order");
}

TEST_CASE("pairs for shortest paths are connected, different, and near, middling and far in turn") {
  const PlainGraph plain = skewed_graph(900, Seed{5});
  const GraphModel graph = plain.model();
  const BoundParameters bound =
      *bind_parameters(built_in("micro-powerlaw"), Models(graph), Seed{1});
  const Pool& pool = bound.pools.at("micro-sp");
  CHECK(pool.strata == std::vector<std::string>{"near", "middle", "far"});
  check_interleaved(pool);
  check_no_repeats(pool);
  std::map<std::string, std::int64_t> total;
  std::map<std::string, std::int64_t> count;
  for (const Draw& draw : pool.draws) {
    const auto src = std::get<std::int64_t>(draw.params.at(0).is);
    const auto dst = std::get<std::int64_t>(draw.params.at(1).is);
    const auto hops = hop_distance(graph, src, dst, Direction::Out);
    REQUIRE(hops);
    CHECK(*hops > 0);
    total[draw.stratum] += *hops;
    ++count[draw.stratum];
  }
  CHECK(total["near"] * count["far"] < total["far"] * count["near"]);
  CHECK_FALSE(bind(PlainGraph{{5}, {}}.model()).pools.contains("micro-sp"));
}

TEST_CASE("on tiny graphs of every shape no pool breaks its rules") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    const PlainGraph graph = tiny_graph(Seed{seed});
    const std::set<Pair> edges = pairs_of(graph);
    const BoundParameters bound = bind(graph.model(), seed);
    for (const auto& [key, pool] : bound.pools) {
      CHECK_FALSE(pool.draws.empty());
      check_interleaved(pool);
      check_no_repeats(pool);
    }
    // Every node is drawn, and every edge: there are fewer than 64.
    CHECK(bound.pools.at("micro-point").draws.size() == graph.ids.size());
    CHECK(bound.pools.at("micro-khop").draws.size() == graph.ids.size());
    if (bound.pools.contains("micro-edge")) {
      CHECK(numbers(bound.pools.at("micro-edge"), "hit").size() == edges.size());
    }
  }
}
