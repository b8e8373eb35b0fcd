#include "agent/runner/overhead.h"

#include <doctest/doctest.h>

#include "agent/runner/overhead_report.h"
#include "tests/adapters/small_graph.h"

using namespace gb;
using namespace gb::test;

namespace {

Registry engines() {
  Registry registry;
  add_all_adapters(registry);
  return registry;
}

}  // namespace

TEST_CASE("the overhead of adapter and loop is measured in three modes and written down") {
  SmallGraph graph;
  chain_graph(graph, 500);
  TemporaryFolder folder;
  OverheadOptions options;
  options.folder = folder.path();
  options.rounds = 20;
  options.operations = 1000;
  const Result<OverheadReport> report = measure_overhead(engines(), graph.dataset(), options);
  REQUIRE_MESSAGE(report.has_value(), (report ? "" : report.error().message));
  REQUIRE(report->rows.size() == 3);
  for (const OverheadRow& row : report->rows) {
    CHECK(row.bare.p50_ns > 0);
    CHECK(row.runner.p50_ns > 0);
    CHECK(row.bare.p50_ns <= row.bare.p999_ns);
    CHECK(row.runner.p50_ns <= row.runner.p999_ns);
    CHECK(row.p50_meets_goal == (row.added_p50_ns <= 150));
  }
  // The two lock calls of an autocommit read on a file cost more than the read itself.
  CHECK(report->rows[0].bare.p50_ns > report->rows[1].bare.p50_ns);

  const std::string table = overhead_table(*report);
  CHECK(table.find("read-transaction") != std::string::npos);
  CHECK(table.find(report->library_path) != std::string::npos);
  const nlohmann::json json = overhead_json(*report);
  CHECK(json["rows"][2]["engine"] == "sqlite-mem");
  CHECK(json["rows"][0]["runner"]["p50_ns"] == report->rows[0].runner.p50_ns);
  CHECK(json["timer_floor"]["empty_p50_ns"] == report->floor.empty_p50_ns);
}

TEST_CASE("too few rounds, and a dataset without nodes, are refused with the reason") {
  SmallGraph graph;
  chain_graph(graph, 5);
  TemporaryFolder folder;
  OverheadOptions options;
  options.folder = folder.path();
  options.rounds = 3;
  CHECK(measure_overhead(engines(), graph.dataset(), options).error().message.find("3 rounds") !=
        std::string::npos);
  options.rounds = 20;
  CHECK(measure_overhead(engines(), Dataset(), options).error().code == ErrorCode::InvalidArgument);
}
