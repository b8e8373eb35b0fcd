#include "agent/runner/query_figures.h"

#include <doctest/doctest.h>

using namespace std::chrono_literals;

namespace {

gb::Query traversal(const std::string& id) {
  gb::Query query;
  query.id = id;
  query.query_class = gb::QueryClass::Traversal;
  return query;
}

}  // namespace

TEST_CASE("figures are those of the successful operations; errors are only counted") {
  const gb::Query query = traversal("q");
  gb::MeasuredQuery measured;
  measured.query = &query;
  measured.ascending = {100ns, 200ns, 400ns, 700ns};
  measured.errors = 1;
  measured.first_error = "disk full";
  const gb::StatFields stat = gb::stat_of(measured);
  CHECK(stat.query_class == "traversal");
  CHECK(stat.count == 5);
  CHECK(stat.errors == 1);
  CHECK(stat.first_error == "disk full");
  CHECK(stat.min == 100);
  CHECK(stat.p50 == 200);
  CHECK(stat.p90 == 700);
  CHECK(stat.mean == 350);
  CHECK(stat.stddev == 229);
  CHECK(stat.throughput == 0);
}

TEST_CASE("a class pools the samples of its queries, without the broken ones") {
  const gb::Query one = traversal("one"), two = traversal("two"), three = traversal("three");
  std::vector<gb::MeasuredQuery> queries(3);
  queries[0].query = &one;
  queries[0].ascending = {10ns, 30ns};
  queries[1].query = &two;
  queries[1].ascending = {20ns, 40ns, 50ns};
  queries[1].errors = 2;
  queries[2].query = &three;
  queries[2].ascending = {1ns};
  queries[2].broken = true;
  const auto classes = gb::classes_of(queries);
  REQUIRE(classes.size() == 1);
  CHECK(classes.at("traversal").count == 7);
  CHECK(classes.at("traversal").errors == 2);
  CHECK(classes.at("traversal").min == 10);
  CHECK(classes.at("traversal").p50 == 30);
}

TEST_CASE("a broken query says by what, and how many operations that were") {
  const gb::Query query = traversal("q");
  gb::MeasuredQuery measured;
  measured.query = &query;
  measured.broken = true;
  measured.ascending = {10ns};
  measured.errors = 3;
  measured.timeouts = 3;
  measured.first_error = "timeout: over 100 ms";
  CHECK(gb::outcome_of(measured).outcome == "broken");
  CHECK(gb::outcome_of(measured).reason_code == "timeout");
  CHECK(gb::outcome_of(measured).detail ==
        "3 of 4 operations failed, 3 of them over the limit: timeout: over 100 ms");
  measured.timeouts = 0;
  CHECK(gb::outcome_of(measured).reason_code == "exec-error");
}

TEST_CASE("an engine's own words for a skip are kept beside a code") {
  gb::QueryVerdict verdict;
  verdict.verdict = gb::Verdict::Skip;
  verdict.reason = "missing-algorithm:bfs";
  CHECK(gb::outcome_of(verdict).reason_code == "missing-algorithm:bfs");
  verdict.reason = "this build has no window functions";
  CHECK(gb::outcome_of(verdict).reason_code == "unsupported");
  CHECK(gb::outcome_of(verdict).detail == verdict.reason);
}

TEST_CASE("few samples give no interval, and the document says so with -1") {
  const gb::Query query = traversal("q");
  gb::MeasuredQuery measured;
  measured.query = &query;
  measured.ascending = {10ns, 20ns};
  measured.wall = 1500ms;
  const gb::QuerySamples samples = gb::samples_of(measured);
  CHECK(samples.count == 2);
  CHECK(samples.p99_high == -1);
  CHECK(samples.wall_seconds == doctest::Approx(1.5));
}
