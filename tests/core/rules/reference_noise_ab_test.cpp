#include <doctest/doctest.h>

#include "core/rules/reference/ab.h"
#include "core/rules/reference/noise.h"

using gb::LatencyMetric;
using gb::ResultDocument;

namespace {

constexpr std::int64_t kUs = 1'000;

ResultDocument empty_document() {
  ResultDocument d;
  d.workload = "micro-read";
  d.condition.scale = "smoke";
  d.condition.engine = "zu";
  return d;
}

void query(ResultDocument& d, const std::string& id, std::int64_t p50, std::int64_t p99,
           std::int64_t count = 10) {
  d.queries[id].count = count;
  d.queries[id].p50 = p50;
  d.queries[id].p99 = p99;
}

std::vector<ResultDocument> three_runs() {
  std::vector<ResultDocument> runs(3, empty_document());
  const std::int64_t steady50[] = {100, 104, 102}, steady99[] = {400, 420, 405};
  const std::int64_t jumpy50[] = {20, 44, 31}, jumpy99[] = {80, 90, 250};
  for (std::size_t i = 0; i < 3; ++i) {
    query(runs[i], "steady", steady50[i] * kUs, steady99[i] * kUs);
    query(runs[i], "jumpy", jumpy50[i] * kUs, jumpy99[i] * kUs);
    query(runs[i], "zero", 7, 9, 0);
  }
  query(runs[0], "sometimes", 5 * kUs, 10 * kUs);
  query(runs[2], "sometimes", 5 * kUs, 12 * kUs);
  return runs;
}

std::vector<ResultDocument> two_runs(std::int64_t first, std::int64_t second) {
  std::vector<ResultDocument> runs(2, empty_document());
  query(runs[0], "q", first, 0);
  query(runs[1], "q", second, 0);
  return runs;
}

ResultDocument side(std::int64_t point, std::int64_t scan, std::int64_t edge, std::int64_t edge99,
                    double cpu_seconds, std::int64_t mib) {
  ResultDocument d = empty_document();
  const auto put = [&](const std::string& id, std::int64_t min, std::int64_t p50,
                       std::int64_t p99) {
    query(d, id, p50, p99);
    d.queries[id].min = min;
  };
  put("point", point * kUs, 2 * point * kUs, 5 * point * kUs);
  put("scan", scan * kUs, 2 * scan * kUs, 5 * scan * kUs);
  put("edge", edge, edge, edge99);
  d.resource.values = {{"CPUUserNs", static_cast<std::int64_t>(cpu_seconds * 1e9)},
                       {"CPUSysNs", 0},
                       {"ChildCPUUserNs", -1},
                       {"ChildCPUSysNs", -1},
                       {"MaxRSSBytes", mib << 20},
                       {"ChildMaxRSSBytes", -1},
                       {"StoreBytes", 6 << 20},
                       {"StoreGrowthBytes", 0}};
  return d;
}

std::vector<ResultDocument> before_side() {
  std::vector<ResultDocument> runs{side(10, 40, 100, 100, 3.4, 100),
                                   side(30, 90, 100, 100, 9.4, 140)};
  for (ResultDocument& run : runs) {
    query(run, "gone", 18, 45);
    run.queries["gone"].min = 9;
  }
  return runs;
}

std::vector<ResultDocument> after_side() {
  return {side(12, 20, 110, 109, 4.0, 100), side(25, 44, 110, 109, 4.0, 100)};
}

}  // namespace

TEST_CASE("noise: the worked example of three documents") {
  const auto noise = gb::reference_noise(three_runs(), "zu", 90, 1.10).value();
  const struct {
    const char *query, *metric;
    std::int64_t min, median, max;
    double spread;
  } expected[] = {{"jumpy", "p99", 80, 90, 250, 3.125},   {"jumpy", "p50", 20, 31, 44, 2.2},
                  {"sometimes", "p99", 10, 12, 12, 1.2},  {"steady", "p99", 400, 405, 420, 1.05},
                  {"steady", "p50", 100, 102, 104, 1.04}, {"sometimes", "p50", 5, 5, 5, 1.0}};
  REQUIRE(noise.rows.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    CAPTURE(i);
    CHECK(noise.rows[i].query == expected[i].query);
    CHECK(noise.rows[i].metric == expected[i].metric);
    CHECK(noise.rows[i].min == expected[i].min * kUs);
    CHECK(noise.rows[i].median == expected[i].median * kUs);
    CHECK(noise.rows[i].max == expected[i].max * kUs);
    CHECK(noise.rows[i].spread == expected[i].spread);
  }
  CHECK(noise.rows[2].runs == 2);
  CHECK(noise.floor == 2.2);
  CHECK(noise.worst == 3.125);
  CHECK_FALSE(noise.usable);

  const auto median = gb::reference_noise(three_runs(), "zu", 50, 3).value();
  CHECK(median.floor == 1.05);
  CHECK(median.usable);
}

TEST_CASE("noise: a floor that equals the factor is not usable") {
  auto noise = gb::reference_noise(two_runs(100, 110), "zu", 90, 1.10).value();
  CHECK(noise.floor == 1.10);
  CHECK_FALSE(noise.usable);
  noise = gb::reference_noise(two_runs(100, 105), "zu", 90, 1.10).value();
  CHECK(noise.floor == 1.05);
  CHECK(noise.usable);
}

TEST_CASE("noise: the rounded nearest rank") {
  const std::size_t n[] = {1, 2, 3, 4, 5, 6, 9, 10, 14, 15, 18, 20, 100};
  const std::size_t p90[] = {1, 2, 3, 4, 5, 5, 8, 9, 13, 14, 16, 18, 90};
  const std::size_t p50[] = {1, 1, 2, 2, 3, 3, 5, 5, 7, 8, 9, 10, 50};
  const std::size_t p95[] = {1, 2, 3, 4, 5, 6, 9, 10, 13, 14, 17, 19, 95};
  for (std::size_t i = 0; i < 13; ++i) {
    CAPTURE(n[i]);
    CHECK(gb::rounded_rank(n[i], 90) == p90[i]);
    CHECK(gb::rounded_rank(n[i], 50) == p50[i]);
    CHECK(gb::rounded_rank(n[i], 95) == p95[i]);
  }
}

TEST_CASE("noise: refuses fewer than two documents and more than one data set") {
  CHECK_FALSE(gb::reference_noise({empty_document()}, "zu", 90, 1.1));
  auto runs = two_runs(100, 105);
  runs[1].condition.dataset_checksum = "sha256:other";
  CHECK_FALSE(gb::reference_noise(runs, "zu", 90, 1.1));
  runs = {empty_document(), empty_document()};
  const auto nothing = gb::reference_noise(runs, "zu", 0, 1.1).value();
  CHECK(nothing.floor == 1);
  CHECK(nothing.worst == 1);
  CHECK(nothing.usable);
  CHECK(nothing.percentile == 90);
}

TEST_CASE("noise: the floor to pass on is rounded up, never down") {
  CHECK(gb::suggested_floor(2.2049) == doctest::Approx(2.21));
  CHECK(gb::suggested_floor(2.2) >= 2.2);
  CHECK(gb::suggested_floor(1.0) == 1.0);
}

TEST_CASE("ab: the worked example, by min") {
  const auto ab = gb::reference_ab(before_side(), after_side(), LatencyMetric::Min, 1.10);
  REQUIRE(ab.rows.size() == 3);
  CHECK(ab.rows[0].query == "point");
  CHECK(ab.rows[0].before == 10 * kUs);
  CHECK(ab.rows[0].after == 12 * kUs);
  CHECK(ab.rows[0].factor == 1.2);
  CHECK(ab.rows[0].regressed);
  CHECK(ab.rows[1].query == "edge");
  CHECK(ab.rows[1].factor == 1.1);
  CHECK(ab.rows[1].regressed);  // equal is regressed here, unlike in gate
  CHECK(ab.rows[2].query == "scan");
  CHECK(ab.rows[2].factor == 0.5);
  CHECK_FALSE(ab.rows[2].regressed);
  CHECK(ab.rows[0].before_runs == 2);
  CHECK(ab.rows[0].after_runs == 2);
  CHECK(ab.median == 1.1);
  CHECK(ab.regressed == 2);

  REQUIRE(ab.costs.size() == 3);  // a growth of 0 before hides the row
  CHECK(ab.costs[0].metric == "cpu");
  CHECK(ab.costs[0].before == 3'400'000'000);
  CHECK(ab.costs[0].after == 4'000'000'000);
  CHECK(ab.costs[0].factor == doctest::Approx(1.176).epsilon(0.001));
  CHECK(ab.costs[1].metric == "peak rss");
  CHECK(ab.costs[1].factor == 1.0);
  CHECK(ab.costs[2].metric == "store bytes");
}

TEST_CASE("ab: other metrics, other factors, sides swapped") {
  auto ab = gb::reference_ab(before_side(), after_side(), LatencyMetric::P99, 1.3);
  CHECK(ab.rows[0].factor == 1.2);
  CHECK(ab.rows[1].factor == 1.09);
  CHECK(ab.rows[2].factor == 0.5);
  CHECK(ab.regressed == 0);

  ab = gb::reference_ab(after_side(), before_side(), LatencyMetric::Min, 20);
  CHECK(ab.rows[0].factor == 2.0);
  CHECK(ab.rows[1].factor == doctest::Approx(0.91).epsilon(0.001));
  CHECK(ab.rows[2].factor == doctest::Approx(0.83).epsilon(0.005));
  CHECK(ab.median == doctest::Approx(0.91).epsilon(0.001));
  CHECK(ab.regressed == 0);
}

TEST_CASE("ab: of two factors the upper one is the median; nothing in common passes") {
  auto before = two_runs(100, 100), after = two_runs(100, 100);
  for (auto* runs : {&before, &after}) {
    for (ResultDocument& run : *runs) query(run, "r", 200, 0);
  }
  for (ResultDocument& run : after) run.queries["r"].p50 = 300;
  CHECK(gb::reference_ab(before, after, LatencyMetric::P50, 0).median == 1.5);
  CHECK(gb::reference_ab(before, after, LatencyMetric::P50, 0).threshold == 1.10);
  const auto nothing = gb::reference_ab(before, {empty_document()}, LatencyMetric::P50, 1.1);
  CHECK(nothing.rows.empty());
  CHECK(nothing.regressed == 0);
}
