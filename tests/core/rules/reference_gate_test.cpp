#include <doctest/doctest.h>

#include <tuple>

#include "core/rules/reference/budget.h"
#include "core/rules/reference/gate.h"

using gb::Finding;
using gb::FindingKind;
using gb::ReferenceGate;
using gb::ResultDocument;

namespace {

ResultDocument document(const std::string& workload, const std::string& plane = "inproc") {
  ResultDocument d;
  d.schema = 3;
  d.workload = workload;
  d.condition.engine = "zu";
  d.condition.plane = plane;
  return d;
}

ResultDocument with_query(std::int64_t p50, std::int64_t p99, std::int64_t count = 100) {
  ResultDocument d = document("micro-read");
  d.queries["q"].query_class = "point-read";
  d.queries["q"].count = count;
  d.queries["q"].p50 = p50;
  d.queries["q"].p99 = p99;
  return d;
}

ReferenceGate gate(const ResultDocument& now, std::vector<ResultDocument> was = {},
                   gb::ReferenceGateFlags flags = {}) {
  return gb::reference_gate({now}, was, nullptr, flags);
}

}  // namespace

TEST_CASE("a class p99 of exactly its ceiling passes, one nanosecond more fails") {
  ResultDocument d = document("micro-grid");
  d.classes["traversal"].p99 = 5'000'000;
  CHECK(gate(d).outcome == gb::VerdictOutcome::Pass);
  d.classes["traversal"].p99 = 5'000'001;
  const ReferenceGate failed = gate(d);
  CHECK(failed.outcome == gb::VerdictOutcome::Violation);
  REQUIRE(failed.findings.size() == 1);
  CHECK(gb::finding_line(failed.findings[0]) ==
        "budget[traversal]: p99 5.000001ms over 5ms (in-process)");
}

TEST_CASE("budgets depend on class and plane, and some have none") {
  const std::vector<std::tuple<std::string, std::string, std::int64_t>> table{
      {"point-read", "inproc", 500'000},      {"point-read", "subprocess", 2'000'000},
      {"point-read", "bolt", 5'000'000},      {"traversal", "subprocess", 10'000'000},
      {"traversal", "bolt", 20'000'000},      {"subgraph", "inproc", 25'000'000},
      {"subgraph", "subprocess", 50'000'000}, {"subgraph", "bolt", 100'000'000},
      {"aggregation", "inproc", 250'000'000}, {"aggregation", "subprocess", 500'000'000},
      {"aggregation", "bolt", 1'000'000'000}, {"write", "inproc", 2'000'000},
      {"write", "subprocess", 10'000'000},    {"write", "bolt", 20'000'000},
  };
  for (const auto& [query_class, plane, ns] : table) {
    const auto ceiling = gb::reference_ceiling(query_class, document("w", plane).condition);
    REQUIRE(ceiling);
    CHECK(ceiling->ns == ns);
  }
  CHECK_FALSE(gb::reference_ceiling("analytical", document("w").condition));
  CHECK_FALSE(gb::reference_ceiling("class-9", document("w").condition));
  CHECK_FALSE(gb::reference_ceiling("traversal", document("w", "native").condition));
  CHECK_FALSE(gb::reference_ceiling("traversal", document("w", "").condition));
}

TEST_CASE("the write ceiling rises with the durable flushes its clients wait for") {
  struct Line {
    std::int64_t sync, clients, inproc;
    bool raised;
    std::int64_t bolt;
    bool bolt_raised;
  };
  for (const Line& line : {Line{-1, 8, 2'000'000, false, 20'000'000, false},
                           Line{0, 8, 2'000'000, false, 20'000'000, false},
                           Line{222'222, 8, 2'000'000, false, 20'000'000, false},
                           Line{222'223, 8, 2'000'007, true, 20'000'000, false},
                           Line{1'000'000, 1, 2'000'000, false, 20'000'000, false},
                           Line{3'000'000, 1, 6'000'000, true, 20'000'000, false},
                           Line{3'000'000, 8, 27'000'000, true, 27'000'000, true}}) {
    CAPTURE(line.sync);
    ResultDocument d = document("micro-write");
    d.condition.hardware.sync_ns = line.sync;
    d.condition.concurrency = {line.clients};
    auto ceiling = gb::reference_ceiling("write", d.condition);
    CHECK(ceiling->ns == line.inproc);
    CHECK(ceiling->raised == line.raised);
    d.condition.plane = "bolt";
    ceiling = gb::reference_ceiling("write", d.condition);
    CHECK(ceiling->ns == line.bolt);
    CHECK(ceiling->raised == line.bolt_raised);
  }
}

TEST_CASE("a write p99 of 18 ms at 3 ms a flush passes with eight clients and fails with one") {
  ResultDocument d = document("micro-write");
  d.classes["write"].p99 = 18'000'000;
  d.condition.hardware.sync_ns = 3'000'000;
  d.condition.concurrency = {1, 4, 8};
  CHECK(gate(d).outcome == gb::VerdictOutcome::Pass);
  d.condition.concurrency = {1};
  const ReferenceGate failed = gate(d);
  REQUIRE(failed.findings.size() == 1);
  CHECK(failed.findings[0].detail ==
        "p99 18ms over 6ms (in-process; raised to 2 durable flushes of 3ms for 1 clients)");
  d.condition.concurrency = {};
  CHECK(gate(d).outcome == gb::VerdictOutcome::Violation);
}

TEST_CASE("workloads named fb* and snb-short have ceilings per query, writes included") {
  ResultDocument d = document("fb-write", "native");
  d.queries["insert"].query_class = "write";
  d.queries["insert"].p99 = 150'000'000;
  d.queries["read"].p99 = 100'000'000;
  ReferenceGate result = gate(d);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].where == "insert");

  d = document("snb-short");
  d.queries["is1"].p50 = 1'000'000;
  d.queries["is2"].p50 = 1'000'001;
  result = gate(d);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].where == "is2");
  d.condition.plane = "bolt";
  CHECK(gate(d).findings.empty());
}

TEST_CASE("drift fails above the factor, analytical never, and shows enough digits") {
  ResultDocument d = document("mix");
  auto& drift = d.drift["traversal"];
  drift = {10'000'000'000, 4, 10'000'000, 13'000'000, 30'000'000'000, 1.1, {}};
  CHECK(gate(d).findings.empty());
  drift.trend = 1.1001;
  REQUIRE(gate(d).findings.size() == 1);
  CHECK(gate(d).findings[0].detail ==
        "p99 trend 1.1001x over 1.1000x in 4 windows of 10s, first 10ms, worst 13ms");
  drift.trend = 4.0;
  CHECK(gate(d).findings.size() == 1);
  gb::ReferenceGateFlags wide;
  wide.drift_factor = 5;
  CHECK(gate(d, {}, wide).findings.empty());
  drift.trend = 0;
  CHECK(gate(d).findings.empty());
  d.drift.clear();
  d.drift["analytical"].trend = 9.0;
  CHECK(gate(d).findings.empty());
}

TEST_CASE("growth over the baseline: fine, indeterminate or regression") {
  struct Line {
    std::int64_t now, was;
    double floor;
    const char* result;
  };
  for (const Line& line :
       {Line{110, 100, 0, "fine"}, Line{111, 100, 0, "regression"},
        Line{111, 100, 1.11, "indeterminate"}, Line{130, 100, 1.5, "indeterminate"},
        Line{400, 100, 1.5, "regression"}, Line{130, 100, 1.05, "regression"},
        Line{0, 100, 0, "fine"}, Line{100, 0, 0, "fine"}}) {
    CAPTURE(line.now);
    CAPTURE(line.floor);
    gb::ReferenceGateFlags flags;
    flags.noise_floor = line.floor;
    const ReferenceGate result = gate(with_query(line.now, 0), {with_query(line.was, 0)}, flags);
    if (std::string(line.result) == "fine") {
      CHECK(result.findings.empty());
    } else {
      REQUIRE(result.findings.size() == 1);
      CHECK(gb::name_of(result.findings[0].kind) == line.result);
    }
    const bool fails = std::string(line.result) == "regression";
    CHECK((result.outcome == gb::VerdictOutcome::Violation) == fails);
    CHECK((result.outcome == gb::VerdictOutcome::Pass) == !fails);
  }
}

TEST_CASE("p50 comes before p99, and a baseline of another workload is no baseline") {
  const ReferenceGate result = gate(with_query(200, 300), {with_query(100, 100)});
  REQUIRE(result.findings.size() == 2);
  CHECK(result.findings[0].metric == "p50");
  CHECK(result.findings[1].metric == "p99");
  ResultDocument other = with_query(100, 100);
  other.workload = "lsqb";
  CHECK(gate(with_query(200, 300), {other}).findings.empty());
  CHECK(gate(with_query(200, 300), {with_query(100, 100, 0)}).findings.empty());
}

TEST_CASE("a wrong answer is code 3 whatever else there is; a skip is, where the baseline passed") {
  ResultDocument now = with_query(200, 200);
  now.verification = {{"q", "FAIL", "sample 0: 3 rows, not 4", 0, ""},
                      {"r", "SKIP", "no-dialect-text", 0, ""}};
  ResultDocument was = with_query(100, 100);
  was.verification = {{"q", "PASS", "", 2, ""}, {"r", "SKIP", "", 0, ""}};
  ReferenceGate result = gate(now, {was});
  CHECK(result.outcome == gb::VerdictOutcome::Verification);
  CHECK(result.findings.size() == 3);  // p50, p99, FAIL
  CHECK(result.findings[2].kind == FindingKind::Verification);

  was.verification[1].outcome = "PASS";
  now.verification[0].outcome = "PASS";
  result = gate(now, {was});
  CHECK(result.outcome == gb::VerdictOutcome::Verification);
  CHECK(gb::finding_line(result.findings.back()) ==
        "verification[r]: the baseline passed, now skipped: no-dialect-text");
  CHECK(gate(now).outcome == gb::VerdictOutcome::Pass);  // nothing to have lost
}

TEST_CASE("a document with neither figures nor verdicts passes, as it does there") {
  CHECK(gate(document("micro-read")).outcome == gb::VerdictOutcome::Pass);
}

TEST_CASE("point reads of a large data set may take twice those of a small one") {
  const auto reads = [](std::int64_t p50) {
    ResultDocument d = document("micro-read");
    d.classes["point-read"].p50 = p50;
    return d;
  };
  CHECK(gb::reference_flatness(reads(100'000), reads(200'000)).empty());
  CHECK(gb::reference_flatness(reads(100'000), reads(500'000)).size() == 1);
  CHECK(gb::reference_flatness(reads(0), reads(500'000)).empty());
  CHECK(gb::reference_flatness(document("w"), reads(500'000)).empty());
}
