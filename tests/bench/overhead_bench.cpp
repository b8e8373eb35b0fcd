#include <doctest/doctest.h>
#include <fmt/format.h>

#include "agent/runner/overhead_report.h"
#include "tests/adapters/small_graph.h"

using namespace gb;
using namespace gb::test;

// It records and judges nothing: what else the machine does moves these numbers.
TEST_CASE("what adapter and loop add to a point read, as a table") {
  Registry registry;
  add_all_adapters(registry);
  SmallGraph graph;
  chain_graph(graph, 10'000);
  TemporaryFolder folder;
  OverheadOptions options;
  options.folder = folder.path();
  const Result<OverheadReport> report = measure_overhead(registry, graph.dataset(), options);
  REQUIRE_MESSAGE(report.has_value(), (report ? "" : report.error().message));
  fmt::print("{}\n", overhead_table(*report));
}
