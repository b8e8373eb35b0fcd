#include "core/report/export.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/document/codec.h"
#include "tests/core/report/golden.h"
#include "tests/core/report/lab_documents.h"

namespace {

using gb::test::has;
using nlohmann::json;

std::vector<gb::ResultDocument> two() {
  gb::ResultDocument a = gb::test::lab_document("sqlite", 1), b = gb::test::lab_document("zu", 2);
  a.gb->samples.at("micro-khop1").wall_seconds = 0.5;
  gb::test::end_otherwise(b, "micro-sp", "FAIL", "failed", "wrong-answer", "row 3 differs");
  return {a, b};
}

}  // namespace

TEST_CASE("schema 3 is what the reference reads: no member of ours, every figure kept") {
  const gb::ResultDocument document = two().front();
  const json exported = json::parse(gb::export_schema3(document));
  CHECK(exported["schema"] == 3);
  CHECK(!exported.contains("gb"));
  const auto back = gb::decode_document(gb::export_schema3(document), "x");
  REQUIRE(back);
  CHECK(back->queries.at("micro-khop2").p99 == document.queries.at("micro-khop2").p99);
  // A published document survives the round.
  CHECK(gb::export_schema3(gb::test::zu()) ==
        gb::export_schema3(gb::decode_document(gb::export_schema3(gb::test::zu()), "x").value()));
}

TEST_CASE("tidy CSV has a row per run, query and metric") {
  const std::string csv = gb::export_tidy_csv(two());
  CHECK(has(csv,
            "run-sqlite-laptop-sf1,laptop,micro-read,sf1,sqlite,3.40.1,inproc,service-time,1,"
            "2026-11-30T22:00:00Z,micro-khop1,traversal,false,measured,,p50,3999,ns,"));
  CHECK(has(csv, "micro-khop1,traversal,false,measured,,throughput,2000,1/s,,,1000\n"));
  CHECK(has(csv, "micro-sp,traversal,false,failed,wrong-answer,,,,,,\n"));
  std::set<std::string> lines;
  std::size_t count = 0;
  for (std::size_t at = 0; at < csv.size(); ++count) {
    const std::size_t end = csv.find('\n', at);
    lines.insert(csv.substr(at, end - at));
    at = end + 1;
  }
  CHECK(lines.size() == count);
  // 9 queries of 10 metrics and one throughput; 8 of 10 and one row without figures; the header.
  CHECK(count == 91 + 81 + 1);
}

TEST_CASE("fewer than 299 samples give no p99 to another program either") {
  const std::vector<gb::ResultDocument> few{gb::test::lab_document("sqlite", 1, 100)};
  CHECK(!has(gb::export_tidy_csv(few), ",p99,"));
  CHECK(!has(gb::export_bencher(few), "latency-p99"));
  CHECK(!has(gb::export_google_benchmark(few), "p99"));
}

TEST_CASE("Bencher gets the median with its interval, and nothing for what failed") {
  const json root = json::parse(gb::export_bencher(two()));
  const json& khop = root.at("micro-read/sf1/micro-khop1 sqlite/inproc on laptop");
  CHECK(khop["latency"]["value"] == 3999);
  CHECK(khop["latency"]["lower_value"] < 3999);
  CHECK(khop["latency"]["upper_value"] > 3999);
  CHECK(khop["throughput"]["value"] == 2000);
  CHECK(root.size() == 17);
}

TEST_CASE("Google Benchmark's readers get times in ns, and an error for what failed") {
  const json root = json::parse(gb::export_google_benchmark(two()));
  CHECK(root["context"]["num_cpus"] == 2);
  int errors = 0, medians = 0;
  for (const json& row : root["benchmarks"]) {
    CHECK(row["time_unit"] == "ns");
    errors += row.value("error_occurred", false) ? 1 : 0;
    medians += row.value("aggregate_name", "") == "median" ? 1 : 0;
    if (row.value("error_occurred", false)) {
      CHECK(row["error_message"] == "failed: wrong-answer: row 3 differs");
    }
  }
  CHECK(errors == 1);
  CHECK(medians == 17);
}
