#include "core/document/codec.h"
#include "tests/coordinator/http/served_lab.h"
#include "tests/core/rules/lab_runs.h"

namespace gb {
namespace {

/// Runs a matrix of one cell and ends it with a document of this build, as if measured then.
void finish_run(ServedLab& served, const test::LabRun& run) {
  served.submit("nightly", {"laptop"});
  const auto assign = served.assigned("laptop");
  ResultDocument document = test::document_of(run);
  document.condition.scale = "smoke";
  document.gb->run_id = assign.run_id();
  served.finish("laptop", assign, document);
}

/// Interleaved rounds of two builds: 1.1 takes `factor` times as long.
void two_builds(ServedLab& served, double factor, int rounds) {
  const test::TwoSides sides = test::two_sides(factor, rounds);
  for (std::size_t i = 0; i < sides.before.size(); ++i) {
    for (const ResultDocument* side : {&sides.before[i], &sides.after[i]}) {
      served.submit("round", {"laptop"});
      const auto assign = served.assigned("laptop");
      ResultDocument document = *side;
      document.condition.scale = "smoke";
      document.gb->run_id = assign.run_id();
      served.finish("laptop", assign, document);
    }
  }
}

}  // namespace

TEST_CASE("two builds in the store are compared by their rounds, and asked wrongly it says why") {
  ServedLab served;
  served.join("laptop");
  two_builds(served, 1.10, 8);
  const std::string ask = "/api/v1/verdicts/ab?engine=sqlite&workload=micro-read";
  const auto verdict = served.json(ask + "&before_build=1.0&after_build=1.1");
  CHECK(verdict["schema"] == "graph-bench/verdict/1");
  CHECK(verdict["outcome"] == "violation");
  CHECK(verdict["inputs"].size() == 16);
  CHECK(verdict["answer"]["regressed"] == 1);
  CHECK(verdict["answer"]["rows"][0]["query"] == "q");
  // The same question has the same answer.
  CHECK(served.get(ask + "&before_build=1.0&after_build=1.1").body ==
        served.get(ask + "&before_build=1.0&after_build=1.1").body);
  // The library's digest names a build too.
  CHECK(served.json(ask + "&before_build=aaaaaaaa&after_build=bbbbbbbb")["answer"]["regressed"] ==
        1);

  CHECK(contains(served.problem(ask, 400)["detail"], "stands on both sides"));
  CHECK(
      contains(served.problem(ask + "&before_build=1.0&after_build=1.1&colour=red", 400)["detail"],
               "no setting \"colour\""));
  served.problem(ask + "&last=none", 400);
  served.problem(ask + "&last=100000", 400);
  CHECK(contains(served.problem("/api/v1/verdicts/noise", 400)["detail"], "about one engine"));
  served.problem("/api/v1/verdicts/noise?engine=nobody", 404);
  served.problem("/api/v1/verdicts/horoscope?engine=sqlite", 404);
}

TEST_CASE("noise, history and a gate over the store") {
  ServedLab served;
  served.join("laptop");
  for (int night = 0; night < 14; ++night) {
    test::LabRun run;
    run.build = night < 12 ? "1.0" : "1." + std::to_string(night);
    run.library = night < 12 ? "one-library" : "another-one";
    run.group = "night-" + std::to_string(night / 2);
    run.minute = 1440 * night;
    run.p50 = {{"q", 1'000'000 + 1'000 * (night * 7 % 5) + (night == 13 ? 300'000 : 0)}};
    finish_run(served, run);
  }
  const auto gate = served.json("/api/v1/verdicts/gate?engine=sqlite&machine=laptop");
  CHECK(gate["outcome"] == "indeterminate");
  CHECK(gate["answer"]["rows"][0]["state"] == "rang");
  CHECK(gate["answer"]["rows"][0]["history"] == 13);
  const auto history = served.json("/api/v1/verdicts/history?engine=sqlite");
  CHECK(history["answer"]["series"][0]["values_ns"].size() == 14);
  const auto noise = served.json("/api/v1/verdicts/noise?engine=sqlite&build=1.0");
  CHECK(noise["answer"]["rows"][0]["runs"] == 12);
  CHECK(noise["answer"]["rows"][0]["sessions"] == 6);
  CHECK(noise["outcome"] == "pass");
}

}  // namespace gb
