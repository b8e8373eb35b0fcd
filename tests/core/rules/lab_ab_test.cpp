#include <doctest/doctest.h>

#include <algorithm>

#include "core/rules/lab/ab.h"
#include "tests/core/rules/lab_runs.h"

using gb::Finding;
using gb::FindingKind;
using gb::LatencyMetric;
using gb::RowVerdict;
using gb::VerdictOutcome;
using gb::test::two_sides;
using gb::test::TwoSides;

namespace {

gb::LabAb ab(const TwoSides& sides, LatencyMetric metric = LatencyMetric::P50,
             const gb::AllowedDifferences& allowed = {}) {
  return gb::lab_ab(sides.before, sides.after, metric, {}, allowed).value();
}

bool found(const gb::LabAb& ab, FindingKind kind) {
  return std::any_of(ab.findings.begin(), ab.findings.end(),
                     [&](const Finding& one) { return one.kind == kind; });
}

const gb::LabAbRow& row(const gb::LabAb& ab, const std::string& query) {
  return *std::find_if(ab.rows.begin(), ab.rows.end(),
                       [&](const gb::LabAbRow& one) { return one.query == query; });
}

}  // namespace

TEST_CASE("a slower query is regressed, its neighbour equivalent, and one build a side is said") {
  const auto result = ab(two_sides(1.10, 10));
  CHECK(row(result, "q").paired.verdict == RowVerdict::Regressed);
  CHECK(row(result, "q").paired.factor == doctest::Approx(1.10).epsilon(0.01));
  CHECK(row(result, "same").paired.verdict == RowVerdict::Equivalent);
  CHECK(result.outcome == VerdictOutcome::Violation);
  CHECK(found(result, FindingKind::SingleBuild));
  CHECK(ab(two_sides(1.0, 10)).outcome == VerdictOutcome::Pass);
  CHECK(ab(two_sides(0.9, 10)).improved == 1);
}

TEST_CASE("with too few rounds nothing is decided, and how many minutes would do is said") {
  const auto result = ab(two_sides(1.5, 5));
  CHECK(result.outcome == VerdictOutcome::Indeterminate);
  CHECK(row(result, "q").paired.rounds_needed == 7);  // two rows
  CHECK(row(result, "q").minutes_needed == doctest::Approx(7));
}

TEST_CASE("blocks instead of rounds are order-confounded: nothing is ruled") {
  const auto result = ab(two_sides(1.5, 10, false));
  CHECK(found(result, FindingKind::OrderConfounded));
  CHECK(result.regressed == 0);
  CHECK(result.outcome == VerdictOutcome::Indeterminate);
}

TEST_CASE("one side always first is order-confounded too") {
  TwoSides sides = two_sides(1.05, 10);
  for (std::size_t i = 0; i < 10; ++i) {
    auto& before = sides.before[i].condition.started_at;
    auto& after = sides.after[i].condition.started_at;
    if (after < before) std::swap(before, after);
  }
  const auto result = ab(sides);
  CHECK(found(result, FindingKind::OrderConfounded));
  CHECK(result.outcome == VerdictOutcome::Indeterminate);
}

TEST_CASE("each condition that differs is a finding of its own kind and forbids a ruling") {
  const auto differs = [](FindingKind kind, auto&& change, const std::string& name) {
    TwoSides sides = two_sides(1.5, 10);
    for (gb::ResultDocument& one : sides.after) change(one);
    const auto result = ab(sides);
    CAPTURE(name);
    CHECK(found(result, kind));
    CHECK(result.regressed == 0);
    CHECK(result.outcome == VerdictOutcome::Indeterminate);
    const auto allowed = ab(sides, LatencyMetric::P50, {name});
    CHECK(found(allowed, kind));
    CHECK(allowed.regressed == 1);
  };
  differs(
      FindingKind::DifferentData, [](auto& d) { d.condition.dataset_checksum = "x"; }, "data");
  differs(
      FindingKind::DifferentParameters, [](auto& d) { d.gb->sequence_sha256 = "x"; }, "parameters");
  differs(
      FindingKind::DifferentLatencyModel, [](auto& d) { d.condition.latency_model = "open-model"; },
      "latency-model");
  differs(
      FindingKind::DifferentConcurrency, [](auto& d) { d.condition.concurrency = {8}; },
      "concurrency");
  differs(
      FindingKind::DifferentTuning, [](auto& d) { d.condition.tuned = true; }, "tuning");
  differs(
      FindingKind::DifferentPlane, [](auto& d) { d.condition.plane = "bolt"; }, "plane");
  differs(
      FindingKind::DifferentDurability, [](auto& d) { d.gb->durability = "none"; }, "durability");
}

TEST_CASE("two machines are refused unless asked for, and then only reported") {
  TwoSides sides = two_sides(1.5, 10);
  for (gb::ResultDocument& one : sides.after) one.gb->host_fingerprint = "host-2";
  auto result = ab(sides);
  CHECK(result.rows.empty());
  CHECK(found(result, FindingKind::MissingBaseline));
  CHECK(result.outcome == VerdictOutcome::Indeterminate);
  result = ab(sides, LatencyMetric::P50, {"machine"});
  REQUIRE(result.rows.size() == 2);
  CHECK(result.regressed == 0);
  CHECK(row(result, "q").paired.factor == doctest::Approx(1.5).epsilon(0.01));
  CHECK(row(result, "q").paired.why_undecided == "two machines: reported, never ruled");
}

TEST_CASE("an identical build is not ruled; what would have been ruled is counted") {
  TwoSides sides = two_sides(1.5, 10);
  for (gb::ResultDocument& one : sides.after) one.gb->library_sha256 = "aaaaaaaaaaaaaaaa";
  const auto result = ab(sides);
  CHECK(result.identical);
  CHECK(result.false_alarms == 1);
  CHECK(result.regressed == 0);
  CHECK(result.outcome == VerdictOutcome::Pass);
  CHECK(found(result, FindingKind::IdenticalBuild));
}

TEST_CASE("a vanished query, new errors and a wrong answer do not pass silently") {
  TwoSides sides = two_sides(1.0, 10);
  for (gb::ResultDocument& one : sides.after) one.queries.erase("same");
  auto result = ab(sides);
  CHECK(found(result, FindingKind::VanishedQuery));
  CHECK(result.outcome == VerdictOutcome::Violation);

  sides = two_sides(1.0, 10);
  sides.after[3].queries["same"].errors = 10;
  CHECK(found(ab(sides), FindingKind::NewErrors));

  sides = two_sides(1.0, 10);
  sides.after[3].verification[0].outcome = "FAIL";
  CHECK(ab(sides).outcome == VerdictOutcome::Verification);
}

TEST_CASE("tails need samples, and min decides nothing") {
  const auto result = ab(two_sides(1.5, 10), LatencyMetric::P99);
  CHECK(row(result, "q").paired.verdict == RowVerdict::Undecided);
  CHECK(row(result, "q").paired.why_undecided == "1000 samples a run: a verdict by p99 needs 5000");
  CHECK(ab(two_sides(1.5, 10), LatencyMetric::P90).regressed == 1);
  const auto sides = two_sides(1.5, 10);
  CHECK_FALSE(gb::lab_ab(sides.before, sides.after, LatencyMetric::Min, {}, {}));
}

TEST_CASE("a build that differs from itself in its control rounds makes the session invalid") {
  TwoSides sides = two_sides(1.1, 10);
  const std::size_t rounds = sides.before.size();
  for (std::size_t i = 0; i < rounds; ++i) {
    gb::ResultDocument again = sides.before[i];
    again.gb->run_id += "-control";
    again.condition.started_at += std::chrono::seconds(1);
    again.queries["q"].p50 = again.queries["q"].p50 * 12 / 10;
    sides.before.push_back(again);
  }
  const auto result = ab(sides);
  CHECK(found(result, FindingKind::InvalidSession));
  CHECK(result.regressed == 0);
}

TEST_CASE("a run that stands on both sides is refused; other durability is no identical build") {
  TwoSides sides = two_sides(1.5, 10);
  CHECK_FALSE(gb::lab_ab(sides.before, sides.before, LatencyMetric::P50, {}, {}));
  for (gb::ResultDocument& one : sides.after) {
    one.gb->library_sha256 = "aaaaaaaaaaaaaaaa";
    one.gb->durability = "none";
  }
  CHECK_FALSE(ab(sides).identical);
  CHECK(ab(sides).outcome == VerdictOutcome::Indeterminate);
}

TEST_CASE("names of differences are checked") {
  CHECK(gb::parse_allowed_differences({"scale", "machine"}));
  CHECK_FALSE(gb::parse_allowed_differences({"engine"}));
}
