#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>

#include "core/base/file.h"
#include "core/rules/lab/ab.h"
#include "core/rules/lab/noise.h"
#include "core/stats/percentile.h"
#include "tests/core/rules/lab_runs.h"
#include "tests/truth/row.h"
#include "tests/truth/worlds.h"

using gb::truth::TruthRow;

namespace {

const gb::truth::Rows& rows() {
  static const gb::truth::Rows all = gb::truth::all_rows();
  return all;
}

}  // namespace

TEST_CASE("every experiment of known truth stays within its band") {
  for (const TruthRow& row : rows()) {
    CAPTURE(row.id);
    CAPTURE(row.world);
    CAPTURE(row.asked);
    CAPTURE(row.lab);
    CHECK(row.holds());
  }
}

TEST_CASE("the reference's rules accuse where there is nothing, as published of them") {
  const auto reference = [](const std::string& id, const std::string& part) {
    for (const TruthRow& row : rows()) {
      if (row.id == id && row.world.find(part) != std::string::npos) return row.reference;
    }
    FAIL("no such row");
    return 0.0;
  };
  CHECK(reference("T1", "s = 10 %, 50 queries") > 90);
  CHECK(reference("T11", "no change, s = 10 %") > 4);
  CHECK(reference("T11", "sessions differ") > 4);
}

TEST_CASE("T2: the same data in blocks is reported as order-confounded and rules nothing") {
  const auto sides = gb::test::two_sides(1.10, 20, false);
  const auto ab = gb::lab_ab(sides.before, sides.after, gb::LatencyMetric::P50, {}, {}).value();
  CHECK(std::any_of(ab.findings.begin(), ab.findings.end(), [](const gb::Finding& one) {
    return one.kind == gb::FindingKind::OrderConfounded;
  }));
  CHECK(ab.regressed + ab.improved == 0);
}

TEST_CASE("T7: one build a side carries the warning about layout, several do not") {
  auto sides = gb::test::two_sides(1.04, 8);
  const auto warns = [&] {
    const auto ab = gb::lab_ab(sides.before, sides.after, gb::LatencyMetric::P50, {}, {}).value();
    return std::any_of(ab.findings.begin(), ab.findings.end(), [](const gb::Finding& one) {
      return one.kind == gb::FindingKind::SingleBuild &&
             one.detail.find("differences under 5 % may be layout") != std::string::npos;
    });
  };
  CHECK(warns());
  for (std::size_t i = 0; i < 8; ++i) {
    sides.before[i].gb->library_sha256 += std::to_string(i);
    sides.after[i].gb->library_sha256 += std::to_string(i);
  }
  CHECK_FALSE(warns());
}

TEST_CASE("T13: nearest rank equals a count by hand for 10,000 multisets") {
  gb::truth::Noise noise("T13");
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 10'000; ++i) {
    const std::size_t n = i % 50 == 0 ? 1 : 1 + noise.below(200);
    std::vector<gb::Nanos> values;
    for (std::size_t j = 0; j < n; ++j) {
      const auto draw = static_cast<std::int64_t>(noise.below(40));  // many ties
      values.emplace_back(noise.below(30) == 0 ? kMost : draw);
    }
    std::sort(values.begin(), values.end());
    for (const gb::Rank rank : {gb::kP50, gb::kP90, gb::kP95, gb::kP99, gb::kP999}) {
      // The smallest sample with at least rank * n samples not above it, counted one by one.
      gb::Nanos expected = values.back();
      for (const gb::Nanos candidate : values) {
        const auto at_most = static_cast<std::uint64_t>(std::count_if(
            values.begin(), values.end(), [&](gb::Nanos other) { return other <= candidate; }));
        if (at_most * rank.denominator >= rank.numerator * n) {
          expected = candidate;
          break;
        }
      }
      REQUIRE(gb::percentile(values, rank) == expected);
    }
  }
}

TEST_CASE("the table in docs/how-we-measure.md is what these experiments say") {
  const auto page = gb::read_file(std::filesystem::path(GB_SOURCE_DIR) / "docs/how-we-measure.md");
  REQUIRE(page);
  // Made again with: ninja -C build truth_table
  CHECK(page->find(gb::truth::markdown(rows())) != std::string::npos);
}
