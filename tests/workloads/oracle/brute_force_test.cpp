// The oracles against answers found by enumerating walks, paths and triples over the bare edge
// list, with nothing of GraphModel in them, on 200 graphs of every awkward shape.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/workloads/oracle/graphs.h"
#include "tests/workloads/oracle/queries.h"
#include "workloads/oracle/oracle.h"

using namespace gb;

namespace {

constexpr std::uint64_t kGraphs = 200;

/// Every walk of exactly `left` more edges, one by one.
void walk(const PlainGraph& graph, std::int64_t at, int left, std::set<std::int64_t>& ends) {
  if (left == 0) {
    ends.insert(at);
    return;
  }
  for (const GraphModel::Edge& edge : graph.edges) {
    if (edge.src == at) walk(graph, edge.dst, left - 1, ends);
  }
}

std::int64_t ends_of_walks(const PlainGraph& graph, std::int64_t seed, int from, int to) {
  std::set<std::int64_t> ends;
  for (int length = from; length <= to; ++length) walk(graph, seed, length, ends);
  return static_cast<std::int64_t>(ends.size());
}

/// Relaxes every edge until nothing changes; -1 for no path.
std::int64_t distance(const PlainGraph& graph, std::int64_t src, std::int64_t dst, bool both_ways) {
  std::map<std::int64_t, std::int64_t> hops{{src, 0}};
  const auto relax = [&](std::int64_t a, std::int64_t b) {
    const auto from = hops.find(a);
    if (from == hops.end()) return false;
    const std::int64_t there = from->second + 1;
    const auto [to, added] = hops.emplace(b, there);
    if (added) return true;
    if (to->second <= there) return false;
    to->second = there;
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const GraphModel::Edge& edge : graph.edges) {
      changed |= relax(edge.src, edge.dst);
      if (both_ways) changed |= relax(edge.dst, edge.src);
    }
  }
  return hops.contains(dst) ? hops[dst] : -1;
}

std::int64_t triangle_matches(const PlainGraph& graph) {
  std::int64_t matches = 0;
  const auto& e = graph.edges;
  for (std::size_t i = 0; i < e.size(); ++i) {
    for (std::size_t j = 0; j < e.size(); ++j) {
      for (std::size_t k = 0; k < e.size(); ++k) {
        if (i == j || j == k || i == k) continue;
        if (e[i].dst == e[j].src && e[j].dst == e[k].src && e[k].dst == e[i].src) ++matches;
      }
    }
  }
  return matches;
}

std::int64_t triangle_triples(const PlainGraph& graph) {
  const auto joined = [&](std::int64_t a, std::int64_t b) {
    return std::any_of(graph.edges.begin(), graph.edges.end(), [&](const GraphModel::Edge& edge) {
      return (edge.src == a && edge.dst == b) || (edge.src == b && edge.dst == a);
    });
  };
  std::int64_t triples = 0;
  for (const std::int64_t a : graph.ids) {
    for (const std::int64_t b : graph.ids) {
      for (const std::int64_t c : graph.ids) {
        if (a < b && b < c && joined(a, b) && joined(b, c) && joined(a, c)) ++triples;
      }
    }
  }
  return triples;
}

class Checked {
 public:
  explicit Checked(const PlainGraph& graph) : model_(graph.model()), oracle_(model_) {}

  Answer ask(const char* id, const Params& params = {}) const {
    const Result<Answer> answer = oracle_.answer(query_named(id), params);
    REQUIRE_MESSAGE(answer, answer.error().message);
    return *answer;
  }
  std::int64_t number(const char* id, const Params& params = {}) const {
    const Answer answer = ask(id, params);
    REQUIRE(answer.rows.size() == 1);
    return std::get<std::int64_t>(answer.rows[0].at(0).is);
  }
  std::int64_t number_or_none(const char* id, const Params& params) const {
    return ask(id, params).rows.empty() ? -1 : number(id, params);
  }

 private:
  Models model_;
  Oracle oracle_;
};

}  // namespace

TEST_CASE("every oracle agrees with a brute-force one on 200 tiny graphs") {
  for (std::uint64_t seed = 0; seed < kGraphs; ++seed) {
    CAPTURE(seed);
    const PlainGraph graph = tiny_graph(Seed{seed});
    const Checked oracle(graph);

    for (const std::int64_t id : graph.ids) {
      CHECK(oracle.number("micro-point", {id}) == id);
      CHECK(oracle.number("micro-khop1", {id}) ==
            std::count_if(graph.edges.begin(), graph.edges.end(),
                          [&](const GraphModel::Edge& edge) { return edge.src == id; }));
      CHECK(oracle.number("micro-khop2", {id}) == ends_of_walks(graph, id, 2, 2));
      CHECK(oracle.number("micro-khop3", {id}) == ends_of_walks(graph, id, 3, 3));
      CHECK(oracle.number("micro-varlen", {id}) == ends_of_walks(graph, id, 1, 3));
      for (const std::int64_t other : graph.ids) {
        const bool found = std::any_of(
            graph.edges.begin(), graph.edges.end(),
            [&](const GraphModel::Edge& edge) { return edge.src == id && edge.dst == other; });
        CHECK(std::get<bool>(oracle.ask("micro-edge", {id, other}).rows.at(0).at(0).is) == found);
        CHECK(oracle.number_or_none("micro-sp", {id, other}) == distance(graph, id, other, false));
        CHECK(oracle.number_or_none("micro-sp-bidir", {id, other}) ==
              distance(graph, id, other, true));
      }
    }
    for (std::int64_t id = -10; id < 40; ++id) {
      if (std::find(graph.ids.begin(), graph.ids.end(), id) != graph.ids.end()) continue;
      CHECK(oracle.ask("micro-point", {id}).rows.empty());
      CHECK(oracle.ask("micro-point-miss", {id}).rows.empty());
    }

    double sum = 0;
    for (const std::int64_t id : graph.ids) sum += static_cast<double>(id);
    const Answer stats = oracle.ask("micro-scan-stats");
    CHECK(oracle.number("micro-scan-count") == static_cast<std::int64_t>(graph.ids.size()));
    CHECK(oracle.number("micro-scan-stats") == static_cast<std::int64_t>(graph.ids.size()));
    CHECK(std::get<double>(stats.rows[0].at(1).is) ==
          doctest::Approx(sum / static_cast<double>(graph.ids.size())));
    CHECK(oracle.number("micro-triangle") == triangle_matches(graph));
    CHECK(oracle.number("micro-triangle-undirected") == triangle_triples(graph));
  }
}
