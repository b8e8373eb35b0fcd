#include <doctest/doctest.h>

#include <algorithm>

#include "core/rules/lab/gate.h"
#include "tests/core/rules/lab_runs.h"

using gb::Finding;
using gb::FindingEffect;
using gb::FindingKind;
using gb::GateState;
using gb::LabGate;
using gb::VerdictOutcome;
using gb::test::document_of;
using gb::test::LabRun;
using gb::test::two_sides;

namespace {

/// Twenty earlier builds on the machine, query `q` about 1 ms, spread as given in 1/1000.
std::vector<gb::ResultDocument> history(int spread = 2, int runs = 20) {
  std::vector<gb::ResultDocument> documents;
  for (int i = 0; i < runs; ++i) {
    LabRun run;
    run.build = "0." + std::to_string(i);
    run.library = "history-" + std::to_string(i);
    run.group = "night-" + std::to_string(i);
    run.minute = -1440 * (runs - i);
    run.p50 = {{"q", 1'000'000 + 1'000 * spread * (i % 5 - 2)}};
    documents.push_back(document_of(run));
  }
  return documents;
}

gb::ResultDocument candidate(std::int64_t p50 = 1'000'000) {
  LabRun run;
  run.build = "1.1";
  run.library = "bbbbbbbbbbbbbbbb";
  run.group = "tonight";
  run.p50 = {{"q", p50}};
  return document_of(run);
}

LabGate gate(gb::GateEvidence evidence, const gb::LabGateRules& rules = {}) {
  return gb::lab_gate(evidence, rules).value();
}

bool found(const LabGate& gate, FindingKind kind) {
  return std::any_of(gate.findings.begin(), gate.findings.end(),
                     [&](const Finding& one) { return one.kind == kind; });
}

}  // namespace

TEST_CASE("within the fence a candidate passes; outside it one run alone is no proof") {
  const auto quiet = gate({{candidate()}, history(), {}, {}, {}});
  CHECK(quiet.outcome == VerdictOutcome::Pass);
  CHECK(quiet.findings.empty());
  CHECK(quiet.rows[0].state == GateState::Quiet);
  const auto rang = gate({{candidate(1'200'000)}, history(), {}, {}, {}});
  CHECK(rang.outcome == VerdictOutcome::Indeterminate);
  CHECK(rang.rows[0].state == GateState::Rang);
  CHECK(rang.rounds_asked == 6);
}

TEST_CASE("paired rounds convict what rang, or clear it") {
  const auto slow = two_sides(1.2, 6), same = two_sides(1.0, 6);
  const auto convicted = gate({{candidate(1'200'000)}, history(), slow.before, slow.after, {}});
  CHECK(convicted.rows[0].state == GateState::Regressed);
  CHECK(convicted.outcome == VerdictOutcome::Violation);
  const auto cleared = gate({{candidate(1'200'000)}, history(), same.before, same.after, {}});
  CHECK(cleared.rows[0].state == GateState::Cleared);
  CHECK(cleared.outcome == VerdictOutcome::Pass);
  const auto few = two_sides(1.2, 5);
  CHECK(gate({{candidate(1'200'000)}, history(), few.before, few.after, {}}).outcome ==
        VerdictOutcome::Indeterminate);
}

TEST_CASE("a host too noisy for the gate is told so, and never passes silently") {
  const auto noisy = gate({{candidate()}, history(60), {}, {}, {}});
  CHECK(noisy.rows[0].state == GateState::Unholdable);
  CHECK(noisy.outcome == VerdictOutcome::Indeterminate);
  REQUIRE(found(noisy, FindingKind::Unholdable));
  CHECK(noisy.findings[0].detail.find("cannot hold a 5 % gate") != std::string::npos);
}

TEST_CASE("no baseline, a short one, and one that did something else") {
  auto none = gate({{candidate()}, {}, {}, {}, {}});
  CHECK(found(none, FindingKind::MissingBaseline));
  CHECK(none.outcome == VerdictOutcome::Violation);
  gb::LabGateRules without;
  without.history = false;
  CHECK(gate({{candidate()}, {}, {}, {}, {}}, without).outcome == VerdictOutcome::Pass);
  CHECK(gate({{candidate()}, history(2, 5), {}, {}, {}}).outcome == VerdictOutcome::Indeterminate);
  auto other = history();
  for (auto& one : other) one.condition.scale = "smoke";
  const auto scale = gate({{candidate()}, other, {}, {}, {}});
  CHECK(found(scale, FindingKind::DifferentScale));
  CHECK(scale.outcome == VerdictOutcome::Violation);
  other = history();
  for (auto& one : other) one.gb->host_fingerprint = "host-2";
  CHECK(found(gate({{candidate()}, other, {}, {}, {}}), FindingKind::DifferentMachine));
}

TEST_CASE("the candidate is not its own history, nor are later runs") {
  auto documents = history(2, 0);
  documents.push_back(candidate());
  CHECK(found(gate({{candidate()}, documents, {}, {}, {}}), FindingKind::MissingBaseline));
}

TEST_CASE("empty, partial, poisoned, vanished, erring: each a finding of its own kind") {
  gb::ResultDocument empty = candidate();
  empty.queries.clear();
  empty.verification.clear();
  CHECK(found(gate({{empty}, history(), {}, {}, {}}), FindingKind::EmptyDocument));

  gb::ResultDocument partial = candidate();
  partial.gb->partial = true;
  CHECK(found(gate({{partial}, history(), {}, {}, {}}), FindingKind::PartialDocument));

  gb::ResultDocument poisoned = candidate();
  poisoned.verification[0].outcome = "FAIL";
  poisoned.verification[0].reason = "teardown-failed";
  const auto verdict = gate({{poisoned}, history(), {}, {}, {}});
  CHECK(found(verdict, FindingKind::Poisoned));
  CHECK(verdict.outcome == VerdictOutcome::Verification);

  gb::ResultDocument vanished = candidate();
  vanished.queries.clear();
  CHECK(found(gate({{vanished}, history(), {}, {}, {}}), FindingKind::VanishedQuery));

  gb::ResultDocument errs = candidate();
  errs.queries["q"].errors = 1;
  CHECK(found(gate({{errs}, history(), {}, {}, {}}), FindingKind::NewErrors));
  errs.queries["q"].errors = errs.queries["q"].count;
  CHECK(found(gate({{errs}, history(), {}, {}, {}}), FindingKind::NewErrors));

  gb::ResultDocument skipped = candidate();
  skipped.verification[0].outcome = "SKIP";
  CHECK(gate({{skipped}, history(), {}, {}, {}}).outcome == VerdictOutcome::Verification);
}

TEST_CASE("a build that the whole history ran is not gated") {
  auto same = history();
  for (auto& one : same) one.gb->library_sha256 = "bbbbbbbbbbbbbbbb";
  const auto verdict = gate({{candidate(1'300'000)}, same, {}, {}, {}});
  CHECK(verdict.rows[0].state == GateState::Identical);
  CHECK(verdict.false_alarms == 1);
  CHECK(verdict.outcome == VerdictOutcome::Pass);
}

TEST_CASE("three candidate runs count by their median, one wild one among them does no harm") {
  std::vector<gb::ResultDocument> three;
  for (const std::int64_t p50 : {1'000'000, 1'400'000, 1'001'000}) {
    gb::ResultDocument one = candidate(p50);
    one.condition.started_at += std::chrono::minutes(three.size());
    one.gb->run_id += std::to_string(three.size());
    three.push_back(one);
  }
  const auto verdict = gate({three, history(), {}, {}, {}});
  CHECK(verdict.rows[0].candidate_runs == 3);
  CHECK(verdict.outcome == VerdictOutcome::Pass);
}

TEST_CASE("budgets come from a file by host and scale, and are judged by the interval") {
  const auto budgets = gb::Budgets::parse(R"(version = 1
[budget.default]
traversal = "5ms"
[budget.laptop]
traversal = "3ms"
[budget.laptop.smoke]
traversal = "1us"
)",
                                          "budgets.toml");
  REQUIRE(budgets);
  gb::LabGateRules rules;
  rules.budgets = *budgets;
  rules.history = false;
  // p99 of q: 2.8 to 3.5 times 1 ms, against the laptop's 3 ms
  auto verdict = gate({{candidate()}, {}, {}, {}, {}}, rules);
  CHECK(verdict.outcome == VerdictOutcome::Indeterminate);
  CHECK(gate({{candidate(800'000)}, {}, {}, {}, {}}, rules).outcome == VerdictOutcome::Pass);
  verdict = gate({{candidate(1'200'000)}, {}, {}, {}, {}}, rules);
  CHECK(verdict.outcome == VerdictOutcome::Violation);
  CHECK(found(verdict, FindingKind::Budget));
  rules.budgets.set("traversal", 10'000'000);
  CHECK(gate({{candidate(1'200'000)}, {}, {}, {}, {}}, rules).outcome == VerdictOutcome::Pass);
  CHECK(gb::Budgets::parse(rules.budgets.text(), "again")->text() == rules.budgets.text());
  CHECK_FALSE(gb::Budgets::parse("version = 2", "b"));
  CHECK_FALSE(gb::Budgets::parse("version = 1\n[budget.default]\nreads = \"1ms\"", "b"));
  CHECK_FALSE(gb::Budgets::parse("version = 1\n[budget.default]\nwrite = 5", "b"));
  CHECK_FALSE(gb::Budgets::parse("version = 1\nbudget = 5", "b"));
  CHECK_FALSE(gb::Budgets::parse("version = ", "b"));
}

TEST_CASE("the write ceiling waits for durable syncs") {
  gb::Budgets budgets;
  budgets.set("write", 2'000'000);
  gb::ResultDocument d = candidate();
  CHECK(budgets.ceiling("write", d) == 2'000'000);
  d.condition.hardware.sync_ns = 3'000'000;
  d.condition.hardware.sync_high_ns = 4'000'000;
  CHECK(budgets.ceiling("write", d) == 8'000'000);
  d.condition.concurrency = {8};
  CHECK(budgets.ceiling("write", d) == 36'000'000);
  d.condition.hardware.sync_ns = 316;
  CHECK(budgets.ceiling("write", d) == 2'000'000);
}

TEST_CASE("a rival is met query by query, on the lower bound") {
  gb::ResultDocument rival = candidate(20'000'000);
  rival.condition.engine = "other";
  gb::LabGateRules rules;
  rules.history = false;
  auto verdict = gate({{candidate()}, {}, {}, {}, {rival}}, rules);
  CHECK(verdict.outcome == VerdictOutcome::Pass);
  REQUIRE(verdict.rivals.size() == 1);
  CHECK(verdict.rivals[0].geometric_mean == doctest::Approx(20));
  rules.read_speedup = 19.9;  // within the interval of 19.6 to 20.4
  CHECK(gate({{candidate()}, {}, {}, {}, {rival}}, rules).outcome == VerdictOutcome::Indeterminate);
  rules.read_speedup = 25;
  CHECK(gate({{candidate()}, {}, {}, {}, {rival}}, rules).outcome == VerdictOutcome::Violation);
  rules.read_speedup = 10;
  gb::ResultDocument without = candidate();
  without.queries.clear();
  CHECK(found(gate({{without}, {}, {}, {}, {rival}}, rules), FindingKind::VanishedQuery));
  rival.condition.concurrency = {8};
  CHECK(
      found(gate({{candidate()}, {}, {}, {}, {rival}}, rules), FindingKind::DifferentConcurrency));
}

TEST_CASE("drift fails above its factor") {
  gb::ResultDocument drifting = candidate();
  drifting.drift["traversal"].trend = 1.2;
  CHECK(found(gate({{drifting}, history(), {}, {}, {}}), FindingKind::Drift));
}
