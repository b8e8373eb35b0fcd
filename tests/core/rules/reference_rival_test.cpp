#include <doctest/doctest.h>

#include <cmath>
#include <optional>

#include "core/rules/reference/gate.h"

using gb::FindingKind;
using gb::ResultDocument;

namespace {

std::int64_t ms(double value) { return std::llround(value * 1e6); }

ResultDocument writes(const std::string& engine, double p50, double p99, std::int64_t sync,
                      double low = 0, double high = 0) {
  ResultDocument d;
  d.workload = "micro-write";
  d.condition.engine = engine;
  d.condition.plane = "inproc";
  d.condition.hardware = {"one cpu", 8, 1, "linux", "amd64", sync, ms(low), ms(high)};
  d.classes["write"].count = 10;
  d.classes["write"].p50 = ms(p50);
  d.classes["write"].p99 = ms(p99);
  return d;
}

ResultDocument on_another_host(ResultDocument d) {
  d.condition.hardware.cpu = "another cpu";
  return d;
}

struct Ruling {
  int indeterminate = 0, rival = 0;
  std::string metrics;
  gb::RivalComparison comparison;
};

Ruling ruling(const ResultDocument& own, const ResultDocument& rival) {
  Ruling r;
  r.comparison = gb::compare_to_rival(own, rival);
  for (const gb::Finding& one : gb::reference_rival(r.comparison, 10, 2)) {
    (one.kind == FindingKind::Rival ? r.rival : r.indeterminate) += 1;
    if (one.kind == FindingKind::Rival) r.metrics += one.metric;
  }
  return r;
}

}  // namespace

TEST_CASE("reads must reach the target; no figure decides nothing") {
  const auto read = [](std::int64_t p50, std::int64_t p99) {
    ResultDocument d;
    d.workload = "micro-read";
    d.classes["traversal"].count = 5;
    d.classes["traversal"].p50 = p50;
    d.classes["traversal"].p99 = p99;
    return d;
  };
  CHECK(ruling(read(100, 100), read(1000, 1000)).rival == 0);
  CHECK(ruling(read(100, 100), read(999, 1000)).metrics == "p50");
  CHECK(ruling(read(0, 100), read(1000, 1000)).rival == 0);
  ResultDocument analytical = read(100, 100);
  analytical.classes["analytical"] = analytical.classes["traversal"];
  analytical.classes.erase("traversal");
  CHECK(ruling(analytical, analytical).rival == 0);
}

TEST_CASE("commits in durable flushes: every case of the specification") {
  // own 6 / 18, rival 13 / 21, sync 3 both
  Ruling r = ruling(writes("zu", 6, 18, 3'000'000), writes("sq", 13, 21, 3'000'000));
  CHECK(r.rival + r.indeterminate == 0);
  CHECK(r.comparison.rows[0].own_syncs_p50 == 2.0);
  CHECK(r.comparison.rows[0].rival_syncs_p99 == 7.0);

  r = ruling(writes("zu", 6.000001, 18, 3'000'000), writes("sq", 13, 21, 3'000'000));
  CHECK(r.metrics == "p50");

  // One host divides both by the cheaper probe, two hosts each by its own.
  const auto own = writes("zu", 7.664, 15.328, 4'130'667);
  const auto rival = writes("sq", 13.386, 26.772, 3'024'291);
  r = ruling(own, rival);
  CHECK(r.comparison.own_unit == 3'024'291);
  CHECK(r.comparison.rows[0].own_syncs_p50 == doctest::Approx(2.53).epsilon(0.01));
  CHECK(r.comparison.rows[0].own_syncs_p99 == doctest::Approx(5.07).epsilon(0.01));
  CHECK(r.comparison.rows[0].rival_syncs_p50 == doctest::Approx(4.43).epsilon(0.01));
  CHECK(r.comparison.rows[0].rival_syncs_p99 == doctest::Approx(8.85).epsilon(0.01));
  CHECK(r.metrics == "p50");
  r = ruling(own, on_another_host(rival));
  CHECK(r.comparison.rows[0].own_syncs_p50 == doctest::Approx(1.86).epsilon(0.01));
  CHECK(r.rival + r.indeterminate == 0);

  // The band of the probe.
  r = ruling(writes("zu", 7.86, 10, 3'024'291, 3.01, 3.97), writes("sq", 12, 21, 3'024'291));
  CHECK(r.indeterminate == 1);
  CHECK(r.rival == 0);
  r = ruling(writes("zu", 7.86, 10, 3'024'291, 2.98, 3.06), writes("sq", 12, 21, 3'024'291));
  CHECK(r.metrics == "p50");
  r = ruling(writes("zu", 6, 7, 3'000'000, 2.9, 3.0), writes("sq", 12, 21, 3'000'000));
  CHECK(r.indeterminate == 1);  // the low end may equal the ceiling
  r = ruling(writes("zu", 6, 7, 3'200'000, 3.0, 3.5), writes("sq", 12, 21, 3'200'000));
  CHECK(r.rival + r.indeterminate == 0);  // the high end must exceed it
  r = ruling(writes("zu", 6.1, 7, 3'100'000, 3.06, 3.15),
             writes("sq", 12, 21, 3'100'000, 3.0, 3.4));
  CHECK(r.indeterminate == 1);
  CHECK(r.comparison.band_low == ms(3.0));
  CHECK(r.comparison.band_high == ms(3.4));

  r = ruling(writes("zu", 6, 30, 3'000'000), writes("sq", 6, 21, 3'000'000));
  CHECK(r.metrics == "p99");
  r = ruling(writes("zu", 7.86, 30, 3'024'291, 3.01, 3.97), writes("sq", 7, 21, 3'024'291));
  CHECK(r.indeterminate == 1);
  CHECK(r.metrics == "p50p99");

  // A flush that reaches no device.
  r = ruling(writes("zu", 0.132, 0.930, 316), on_another_host(writes("sq", 5, 10, 319)));
  CHECK(r.indeterminate == 1);
  CHECK(r.comparison.rows[0].own_syncs_p50 == doctest::Approx(417.7).epsilon(0.001));
  r = ruling(writes("zu", 0.132, 0.2, 316), writes("sq", 5, 10, 319));
  CHECK(r.comparison.rows[0].rival_syncs_p50 == doctest::Approx(15822.8).epsilon(0.0001));
  r = ruling(writes("zu", 0.132, 0.2, 9'999), writes("sq", 5, 10, 9'999));
  CHECK(r.indeterminate == 1);
  CHECK(r.rival == 0);
  r = ruling(writes("zu", 0.132, 0.2, 10'000), writes("sq", 5, 10, 10'000));
  CHECK(r.indeterminate == 0);
  CHECK(r.metrics == "p50");

  // Who was probed.
  r = ruling(writes("zu", 6, 18, -1), writes("sq", 13, 21, -1));
  CHECK(r.indeterminate == 1);
  r = ruling(writes("zu", 6, 18, 3'000'000), writes("sq", 13, 21, -1));
  CHECK(r.rival + r.indeterminate == 0);
  r = ruling(writes("zu", 6, 18, -1), writes("sq", 13, 21, 3'000'000));
  CHECK(r.indeterminate == 1);
  CHECK(r.rival == 0);
}

TEST_CASE("an open question about commits leaves the code at 0") {
  const auto own = writes("zu", 7.86, 10, 3'024'291, 3.01, 3.97);
  const auto rival = writes("sq", 12, 21, 3'024'291);
  ResultDocument gated = own;
  gated.condition.concurrency = {8};  // keeps the budget out of it
  const gb::ReferenceGate gate = gb::reference_gate({gated}, {}, &rival, {});
  CHECK(gate.outcome == gb::VerdictOutcome::Pass);
  REQUIRE(gate.findings.size() == 1);
  CHECK(gate.findings[0].kind == FindingKind::Indeterminate);
}

TEST_CASE("queries the rival ran and this engine did not are listed") {
  ResultDocument own, rival;
  own.workload = rival.workload = "w";
  own.queries["a"].count = 1;
  own.queries["b"].count = 0;
  for (const char* query : {"a", "b", "c"}) rival.queries[query].count = 1;
  CHECK(gb::compare_to_rival(own, rival).not_run == std::vector<std::string>{"b", "c"});
}
