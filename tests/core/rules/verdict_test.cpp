#include "core/rules/verdict.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/core/report/golden.h"
#include "tests/core/rules/lab_runs.h"

using gb::test::document_of;
using gb::test::LabRun;

namespace {

std::vector<gb::ResultDocument> repeats(int sessions, int runs, int spread) {
  std::vector<gb::ResultDocument> documents;
  for (int s = 0; s < sessions; ++s) {
    for (int i = 0; i < runs; ++i) {
      LabRun run;
      run.group = "session-" + std::to_string(s);
      run.minute = 1440 * s + i;
      run.p50 = {{"q", 1'000'000 + 1'000 * spread * ((i * 7 + s) % 5 - 2)}};
      documents.push_back(document_of(run));
    }
  }
  return documents;
}

}  // namespace

TEST_CASE("a verdict is a document: the same question gives the same bytes, and reads back") {
  const auto sides = gb::test::two_sides(1.1, 10);
  gb::VerdictQuestion question;
  question.verb = "ab";
  question.settings = {{"engine", "sqlite"}, {"tau", "0.03"}};
  question.inputs = {{"before", "a.json", "00ff", "run-1"}};
  const gb::VerdictDocuments documents{{"before", sides.before}, {"after", sides.after}};
  const auto first = gb::answer(question, documents).value();
  const std::string bytes = gb::encode_verdict(question, first);
  const auto again = gb::decode_verdict(bytes, "verdict.json").value();
  CHECK(again.settings == question.settings);
  CHECK(again.inputs[0].sha256 == "00ff");
  CHECK(gb::encode_verdict(again, gb::answer(again, documents).value()) == bytes);
  const auto json = nlohmann::json::parse(bytes);
  CHECK(json["outcome"] == "violation");
  CHECK(json["rules"] == "lab");
  CHECK(json["rules_version"] == gb::kRulesVersion);
  CHECK(json["answer"]["rows"][0]["verdict"] == "regressed");
  // At full precision.
  CHECK(json["answer"]["rows"][0]["factor"].get<double>() ==
        std::get<gb::LabAb>(first).rows[0].paired.factor);
}

TEST_CASE("what is no verdict, or one of other rules, is refused") {
  CHECK_FALSE(gb::decode_verdict("{}", "x"));
  CHECK_FALSE(gb::decode_verdict("not json", "x"));
  CHECK_FALSE(gb::decode_verdict(R"({"schema":"graph-bench/verdict/1"})", "x"));
  CHECK_FALSE(gb::decode_verdict(
      R"({"schema":"graph-bench/verdict/1","rules_version":99,"verb":"ab","rules":"lab"})", "x"));
  gb::VerdictQuestion question;
  question.verb = "history";
  question.rules = gb::RuleSet::Reference;
  CHECK_FALSE(gb::answer(question, {}));
  question = {"ab", gb::RuleSet::Lab, {{"tau", "three"}}, "", {}};
  CHECK_FALSE(gb::answer(question, {}));
  question.settings = {{"metric", "p42"}};
  CHECK_FALSE(gb::answer(question, {}));
  question.settings = {{"allow_mismatch", "weather"}};
  CHECK_FALSE(gb::answer(question, {}));
}

TEST_CASE("reference answers come through the same door") {
  gb::VerdictQuestion question;
  question.verb = "gate";
  question.rules = gb::RuleSet::Reference;
  question.settings = {{"engine", "zu"}, {"noise_floor", "4"}};
  const gb::VerdictDocuments documents{{"candidate", {gb::test::zu()}},
                                       {"baseline", {gb::test::ladybug()}}};
  const auto answer = gb::answer(question, documents).value();
  CHECK(gb::outcome_of(answer) == gb::VerdictOutcome::Violation);
  CHECK(std::get<gb::ReferenceGate>(answer).findings.size() == 3);
}

TEST_CASE("noise tells what this machine can see, and asks for repeats where there are none") {
  const auto quiet =
      gb::lab_noise(repeats(3, 6, 2), "sqlite", gb::LatencyMetric::P50, 0.05).value();
  CHECK(quiet.outcome == gb::VerdictOutcome::Pass);
  REQUIRE(quiet.rows.size() == 1);
  CHECK(quiet.rows[0].model.components.sessions == 3);
  CHECK(quiet.rows[0].model.components.within > 0);
  CHECK(quiet.rows[0].detectable_30 < quiet.rows[0].detectable_10);
  const auto loud =
      gb::lab_noise(repeats(3, 6, 80), "sqlite", gb::LatencyMetric::P50, 0.02).value();
  CHECK(loud.outcome == gb::VerdictOutcome::Indeterminate);
  CHECK(loud.findings[0].kind == gb::FindingKind::Unholdable);
  CHECK(loud.findings[0].detail.find("cannot hold a 2 % gate") != std::string::npos);
  const auto few = gb::lab_noise(repeats(1, 4, 2), "sqlite", gb::LatencyMetric::P50, 0.05).value();
  CHECK(few.findings[0].kind == gb::FindingKind::InsufficientSamples);
  CHECK_FALSE(gb::lab_noise(repeats(1, 1, 2), "sqlite", gb::LatencyMetric::P50, 0.05));
  // Two builds are no repeats of each other.
  auto two = repeats(1, 2, 2);
  two[1].gb->library_sha256 = "other";
  CHECK_FALSE(gb::lab_noise(two, "sqlite", gb::LatencyMetric::P50, 0.05));
}

TEST_CASE("history names the builds between which the level changed") {
  std::vector<gb::ResultDocument> documents;
  for (int i = 0; i < 40; ++i) {
    LabRun run;
    run.build = "1." + std::to_string(i);
    run.library = "";
    run.minute = 1440 * i;
    run.p50 = {{"q", (i < 25 ? 1'000'000 : 1'060'000) + 1'000 * (i * 7 % 5)}, {"same", 500}};
    documents.push_back(document_of(run));
  }
  std::reverse(documents.begin(), documents.end());
  const auto history = gb::lab_history(documents, "sqlite", gb::LatencyMetric::P50);
  REQUIRE(history.series.size() == 2);
  REQUIRE(history.series[0].changes.size() == 1);
  const gb::HistoryChange& change = history.series[0].changes[0];
  CHECK(change.at == 25);
  CHECK(change.factor == doctest::Approx(1.06).epsilon(0.005));
  CHECK(change.last_build == "1.24");
  CHECK(change.first_build == "1.25");
  CHECK(history.series[1].changes.empty());
}
