#include "workloads/oracle/oracle.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/workloads/oracle/graphs.h"
#include "tests/workloads/oracle/queries.h"

using namespace gb;

namespace {

using Rows = std::vector<std::vector<Value>>;

Rows ask(const GraphModel& graph, const std::string& id, const Params& params = {}) {
  const Result<Answer> answer = Oracle(Models(graph)).answer(query_named(id), params);
  REQUIRE_MESSAGE(answer, answer.error().message);
  CHECK(answer->columns == query_named(id).columns);
  return answer->rows;
}

std::string text(const Rows& rows) {
  List all;
  for (const auto& row : rows) all.emplace_back(List(row));
  return to_text(Value(all));
}

std::int64_t number(const GraphModel& graph, const std::string& id, const Params& params = {}) {
  const Rows rows = ask(graph, id, params);
  REQUIRE(rows.size() == 1);
  return std::get<std::int64_t>(rows[0].at(0).is);
}

}  // namespace

TEST_CASE("every query of micro-read has an oracle") {
  for (const Query& query : micro_read().queries) CHECK(Oracle::knows(query.oracle));
  CHECK_FALSE(Oracle::knows("micro-khop4"));
}

TEST_CASE("on the 3x3 grid the oracles answer what one can count on paper") {
  const GraphModel g3 = grid(3, 3).model();
  CHECK(g3.edge_count() == 12);
  CHECK(text(ask(g3, "micro-point", {4})) == "[[4]]");
  CHECK(text(ask(g3, "micro-point", {9})) == "[]");
  CHECK(text(ask(g3, "micro-point-miss", {9})) == "[]");
  CHECK(text(ask(g3, "micro-edge", {4, 5})) == "[[true]]");
  CHECK(text(ask(g3, "micro-edge", {5, 4})) == "[[false]]");
  CHECK(text(ask(g3, "micro-edge", {5, 99})) == "[[false]]");
  CHECK(number(g3, "micro-khop1", {0}) == 2);
  CHECK(number(g3, "micro-khop1", {4}) == 2);
  CHECK(number(g3, "micro-khop1", {8}) == 0);
  CHECK(number(g3, "micro-khop2", {0}) == 3);
  CHECK(number(g3, "micro-khop2", {4}) == 1);
  CHECK(number(g3, "micro-khop2", {8}) == 0);
  CHECK(number(g3, "micro-khop3", {0}) == 2);
  CHECK(number(g3, "micro-khop3", {4}) == 0);
  CHECK(number(g3, "micro-varlen", {0}) == 7);
  CHECK(number(g3, "micro-varlen", {4}) == 3);
  CHECK(number(g3, "micro-varlen", {8}) == 0);
  CHECK(number(g3, "micro-varlen", {99}) == 0);
  CHECK(text(ask(g3, "micro-sp", {0, 8})) == "[[4]]");
  CHECK(text(ask(g3, "micro-sp", {8, 0})) == "[]");
  CHECK(text(ask(g3, "micro-sp", {1, 6})) == "[]");
  CHECK(text(ask(g3, "micro-sp-bidir", {8, 0})) == "[[4]]");
  CHECK(text(ask(g3, "micro-sp-bidir", {1, 6})) == "[[3]]");
  CHECK(text(ask(g3, "micro-scan-count")) == "[[9]]");
  const Rows stats = ask(g3, "micro-scan-stats");
  CHECK(std::get<std::int64_t>(stats.at(0).at(0).is) == 9);
  CHECK(std::get<double>(stats.at(0).at(1).is) == 4.0);
  CHECK(number(g3, "micro-triangle") == 0);
  CHECK(number(g3, "micro-triangle-undirected") == 0);
}

TEST_CASE("a directed triangle counts once per rotation, an undirected one once per three nodes") {
  const PlainGraph t5{{0, 1, 2, 3, 4}, {{0, 1}, {1, 2}, {2, 0}, {1, 0}, {2, 3}, {3, 4}, {2, 4}}};
  CHECK(number(t5.model(), "micro-triangle") == 3);
  CHECK(number(t5.model(), "micro-triangle-undirected") == 2);
}

TEST_CASE("a walk may use an edge again: there and back and there is three hops") {
  const GraphModel pair = PlainGraph{{0, 1}, {{0, 1}, {1, 0}}}.model();
  CHECK(number(pair, "micro-khop2", {0}) == 1);
  CHECK(number(pair, "micro-khop3", {0}) == 1);
  CHECK(number(pair, "micro-varlen", {0}) == 2);
}

TEST_CASE("one hop counts parallel edges, two hops count nodes") {
  const GraphModel graph = PlainGraph{{0, 1, 2}, {{0, 1}, {0, 1}, {1, 2}, {1, 2}}}.model();
  CHECK(graph.edge_count() == 4);
  CHECK(number(graph, "micro-khop1", {0}) == 2);
  CHECK(number(graph, "micro-khop2", {0}) == 1);
}

TEST_CASE("an empty graph has no nodes and the mean 0") {
  const GraphModel empty = PlainGraph{}.model();
  CHECK(number(empty, "micro-scan-count") == 0);
  CHECK(std::get<double>(ask(empty, "micro-scan-stats").at(0).at(1).is) == 0.0);
}

TEST_CASE("on grids of any shape the oracles agree with the closed forms") {
  for (const auto& [rows, cols] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {1, 1}, {1, 7}, {6, 1}, {2, 2}, {5, 4}, {7, 9}}) {
    CAPTURE(rows);
    CAPTURE(cols);
    const GraphModel graph = grid(rows, cols).model();
    CHECK(graph.edge_count() == 2 * rows * cols - rows - cols);
    CHECK(number(graph, "micro-scan-count") == rows * cols);
    CHECK(std::get<double>(ask(graph, "micro-scan-stats").at(0).at(1).is) ==
          static_cast<double>(rows * cols - 1) / 2);
    CHECK(number(graph, "micro-triangle") == 0);
    CHECK(number(graph, "micro-triangle-undirected") == 0);
    for (std::int64_t id = 0; id < rows * cols; ++id) {
      const std::int64_t down = rows - 1 - id / cols;
      const std::int64_t right = cols - 1 - id % cols;
      const auto at_distance = [&](std::int64_t k) {
        std::int64_t cells = 0;
        for (std::int64_t i = 0; i <= std::min(k, down); ++i) cells += k - i <= right ? 1 : 0;
        return cells;
      };
      CHECK(number(graph, "micro-khop1", {id}) == at_distance(1));
      CHECK(number(graph, "micro-khop2", {id}) == at_distance(2));
      CHECK(number(graph, "micro-khop3", {id}) == at_distance(3));
      CHECK(number(graph, "micro-varlen", {id}) ==
            at_distance(1) + at_distance(2) + at_distance(3));
      const std::int64_t other = (id * 5 + 3) % (rows * cols);
      const std::int64_t dr = other / cols - id / cols;
      const std::int64_t dc = other % cols - id % cols;
      CHECK(number(graph, "micro-sp-bidir", {id, other}) == std::abs(dr) + std::abs(dc));
      if (dr >= 0 && dc >= 0) {
        CHECK(number(graph, "micro-sp", {id, other}) == dr + dc);
      } else {
        CHECK(ask(graph, "micro-sp", {id, other}).empty());
      }
    }
  }
}

TEST_CASE("a question that cannot be asked is our own fault, said with the name") {
  const GraphModel g3 = grid(3, 3).model();
  const Models models(g3);
  const Oracle oracle(models);
  const auto complaint = [&](const Query& query, const Params& params) {
    const Result<Answer> answer = oracle.answer(query, params);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == ErrorCode::Internal);
    return answer.error().message;
  };
  CHECK(complaint(query_named("micro-point-miss"), {4}) ==
        "the id 4 was drawn as absent, but a node has it");
  CHECK(complaint(query_named("micro-khop4"), {}) == "no oracle is called micro-khop4");
  CHECK(complaint(query_named("micro-edge"), {1}) == "micro-edge has 2 parameters, 1 are bound");
  CHECK(complaint(query_named("micro-point"), {"4"}) ==
        "micro-point: $id is \"4\", which is no integer");
  Query nameless = query_named("micro-point");
  nameless.parameters = {"node"};
  CHECK(complaint(nameless, {4}) ==
        "oracle micro-point needs the parameter \"id\", which micro-point does not have");
  Query wide = query_named("micro-point");
  wide.columns = {"id", "name"};
  CHECK(complaint(wide, {4}) ==
        "oracle micro-point answers with 1 columns, micro-point declares 2");
}
