#include <doctest/doctest.h>

#include "core/rules/reference/ab.h"
#include "core/rules/reference/gate.h"
#include "core/rules/reference/noise.h"
#include "tests/core/report/golden.h"

using gb::FindingKind;
using gb::LatencyMetric;
using gb::VerdictOutcome;
using gb::test::ladybug;
using gb::test::legacy;
using gb::test::zu;

// What the reference answers for its published pair (decisions §10). A is zu, B ladybug.

TEST_CASE("gate of A: the aggregation budget alone") {
  const auto gate = gb::reference_gate({zu()}, {}, nullptr, {});
  CHECK(gate.outcome == VerdictOutcome::Violation);
  REQUIRE(gate.findings.size() == 1);
  CHECK(gb::finding_line(gate.findings[0]) ==
        "budget[aggregation]: p99 58.853392459s over 250ms (in-process)");
}

TEST_CASE("gate of B: the same budget") {
  const auto gate = gb::reference_gate({ladybug()}, {}, nullptr, {});
  REQUIRE(gate.findings.size() == 1);
  CHECK(gb::finding_line(gate.findings[0]) ==
        "budget[aggregation]: p99 16.6271055s over 250ms (in-process)");
}

TEST_CASE("gate of A with baseline B: q7 twice, softened by a noise floor of 4") {
  auto gate = gb::reference_gate({zu()}, {ladybug()}, nullptr, {});
  CHECK(gate.outcome == VerdictOutcome::Violation);
  REQUIRE(gate.findings.size() == 3);
  CHECK(gate.findings[1].where == "lsqb-q7");
  CHECK(gate.findings[1].detail == "p50 45.4860895s against 12.439126375s, 3.66x over 1.10x");
  CHECK(gate.findings[2].detail == "p99 58.853392459s against 16.6271055s, 3.54x over 1.10x");

  gb::ReferenceGateFlags flags;
  flags.noise_floor = 4;
  gate = gb::reference_gate({zu()}, {ladybug()}, nullptr, flags);
  CHECK(gate.outcome == VerdictOutcome::Violation);
  REQUIRE(gate.findings.size() == 3);
  CHECK(gate.findings[1].kind == FindingKind::Indeterminate);
  CHECK(gate.findings[2].kind == FindingKind::Indeterminate);
}

TEST_CASE("gate of B with baseline A: 17 findings") {
  const auto gate = gb::reference_gate({ladybug()}, {zu()}, nullptr, {});
  CHECK(gate.findings.size() == 17);
  for (const gb::Finding& one : gate.findings) CHECK(one.where != "lsqb-q7");
}

TEST_CASE("gate of A with rival B: p50 passes at 28.55x, p99 fails at 0.28x") {
  const auto rival = ladybug();
  auto gate = gb::reference_gate({zu()}, {}, &rival, {});
  CHECK(gate.outcome == VerdictOutcome::Violation);
  REQUIRE(gate.findings.size() == 2);
  CHECK(gate.findings[1].detail == "p99 58.853392459s against 16.6271055s, 0.28x under 10.00x");
  REQUIRE(gate.rivals.size() == 1);
  REQUIRE(gate.rivals[0].rows.size() == 1);
  CHECK(gate.rivals[0].rows[0].speedup_p50 == doctest::Approx(28.55).epsilon(0.001));
  CHECK(gate.rivals[0].rows[0].speedup_p99 == doctest::Approx(0.282517).epsilon(0.00001));
  CHECK(gate.rivals[0].not_run.empty());

  gb::ReferenceGateFlags flags;
  flags.read_speedup = 0.28;
  CHECK(gb::reference_gate({zu()}, {}, &rival, flags).findings.size() == 1);
}

TEST_CASE("gate of B with rival A: budget and two rival findings") {
  const auto rival = zu();
  const auto gate = gb::reference_gate({ladybug()}, {}, &rival, {});
  REQUIRE(gate.findings.size() == 3);
  CHECK(gate.rivals[0].rows[0].speedup_p50 == doctest::Approx(0.0350).epsilon(0.001));
  CHECK(gate.rivals[0].rows[0].speedup_p99 == doctest::Approx(3.54).epsilon(0.001));
}

TEST_CASE("gate of the legacy document: the traversal budget") {
  const auto gate = gb::reference_gate({legacy()}, {}, nullptr, {});
  REQUIRE(gate.findings.size() == 1);
  CHECK(gb::finding_line(gate.findings[0]) ==
        "budget[traversal]: p99 196.094875ms over 5ms (in-process)");
}

TEST_CASE("noise with B relabelled as zu: 18 rows, floor 20.74x, worst 54.00x") {
  auto b = ladybug();
  b.condition.engine = "zu";
  const auto noise = gb::reference_noise({zu(), b}, "zu", 90, 1.10).value();
  REQUIRE(noise.rows.size() == 18);
  CHECK(noise.rows[0].query == "lsqb-q9");
  CHECK(noise.rows[0].metric == "p50");
  CHECK(noise.rows[0].min == 2'813'833);
  CHECK(noise.rows[0].median == 151'948'500);
  CHECK(noise.rows[0].max == 151'948'500);
  CHECK(noise.floor == doctest::Approx(20.74).epsilon(0.001));
  CHECK(noise.worst == doctest::Approx(54.0005).epsilon(0.00001));
  CHECK_FALSE(noise.usable);
  CHECK_FALSE(gb::reference_noise({zu()}, "zu", 90, 1.10));
}

TEST_CASE("ab of A and B: nine rows, eight regressed, median 6.29x") {
  for (const LatencyMetric metric : {LatencyMetric::Min, LatencyMetric::P50}) {
    const auto ab = gb::reference_ab({zu()}, {ladybug()}, metric, 1.10);
    const std::pair<const char*, double> expected[] = {
        {"lsqb-q9", 54.00}, {"lsqb-q3", 20.74}, {"lsqb-q1", 13.22},
        {"lsqb-q5", 10.26}, {"lsqb-q6", 6.29},  {"lsqb-q2", 3.50},
        {"lsqb-q4", 3.41},  {"lsqb-q8", 3.27},  {"lsqb-q7", 0.27}};
    REQUIRE(ab.rows.size() == 9);
    for (std::size_t i = 0; i < 9; ++i) {
      CHECK(ab.rows[i].query == expected[i].first);
      CHECK(ab.rows[i].factor == doctest::Approx(expected[i].second).epsilon(0.003));
    }
    CHECK(ab.median == doctest::Approx(6.29).epsilon(0.001));
    CHECK(ab.regressed == 8);
    REQUIRE(ab.costs.size() == 3);
    CHECK(ab.costs[0].before == 171'189'140'000);
    CHECK(ab.costs[0].after == 330'708'797'000);
    CHECK(ab.costs[0].factor == doctest::Approx(1.93).epsilon(0.005));
    CHECK(ab.costs[1].factor == doctest::Approx(1.74).epsilon(0.005));
    CHECK(ab.costs[2].factor == doctest::Approx(0.44).epsilon(0.01));
  }
}

TEST_CASE("ab of A and B by p99") {
  const auto ab = gb::reference_ab({zu()}, {ladybug()}, LatencyMetric::P99, 1.10);
  const double expected[] = {50.93, 16.23, 10.92, 8.69, 5.61, 3.54, 3.35, 3.03, 0.28};
  REQUIRE(ab.rows.size() == 9);
  for (std::size_t i = 0; i < 9; ++i) {
    CHECK(ab.rows[i].factor == doctest::Approx(expected[i]).epsilon(0.02));
  }
}
