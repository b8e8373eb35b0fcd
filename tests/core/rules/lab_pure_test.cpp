#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "core/rules/lab/noise_model.h"
#include "core/rules/lab/paired.h"
#include "core/rules/lab/sequential_gate.h"
#include "core/rules/lab/sync_units.h"
#include "core/rules/lab/two_stage.h"

using gb::CommitRuling;
using gb::RowVerdict;

namespace {

/// n rounds around log(factor), with a little spread.
std::vector<double> rounds(double factor, std::size_t n, double spread = 0.004) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < n; ++i) {
    differences.push_back(std::log(factor) + spread * (static_cast<double>(i % 5) - 2));
  }
  return differences;
}

gb::PairedRow one_row(const std::vector<double>& differences, const gb::PairedRules& rules = {}) {
  return gb::decide_pairs(std::vector<std::vector<double>>(1, differences), rules).front();
}

CommitRuling commit(double ms, std::int64_t sync = 3'500'000, double low = 3.01,
                    double high = 3.97) {
  return gb::judge_commit(
             std::llround(ms * 1e6),
             {sync, static_cast<std::int64_t>(low * 1e6), static_cast<std::int64_t>(high * 1e6)}, 2)
      .ruling;
}

}  // namespace

TEST_CASE("five rounds are refused, six can decide, fifty rows need eleven") {
  const auto row = one_row(rounds(1.5, 5));
  CHECK(row.verdict == RowVerdict::Undecided);
  CHECK(row.rounds_needed == 6);
  CHECK(one_row(rounds(1.5, 6)).verdict == RowVerdict::Regressed);
  const auto fifty = gb::decide_pairs(std::vector(50, rounds(1.5, 10)), {});
  CHECK(fifty[0].verdict == RowVerdict::Undecided);
  CHECK(fifty[0].rounds_needed == 11);
  CHECK(gb::decide_pairs(std::vector(50, rounds(1.5, 11)), {})[49].verdict ==
        RowVerdict::Regressed);
}

TEST_CASE(
    "regressed, improved, equivalent; a small but certain change is undecided, with reasons") {
  const auto slower = one_row(rounds(1.05, 10));
  CHECK(slower.verdict == RowVerdict::Regressed);
  CHECK(slower.factor == doctest::Approx(1.05).epsilon(0.001));
  CHECK(slower.proven_tau);
  CHECK(one_row(rounds(0.95, 10)).verdict == RowVerdict::Improved);
  CHECK(one_row(rounds(1.0, 10)).verdict == RowVerdict::Equivalent);
  CHECK(one_row(rounds(1.01, 10)).verdict == RowVerdict::Equivalent);
  const auto between = one_row(rounds(1.028, 10));
  CHECK(between.verdict == RowVerdict::Undecided);
  CHECK(between.why_undecided == "there is a change, of less than 3 %");
  REQUIRE(between.rounds_needed);
  CHECK(*between.rounds_needed > 10);
  const auto noisy = one_row(rounds(1.0, 10, 0.05));
  CHECK(noisy.verdict == RowVerdict::Undecided);
  CHECK(noisy.why_undecided == "the interval reaches beyond 3 %");
  CHECK(one_row(rounds(1.0, *noisy.rounds_needed, 0.05)).verdict == RowVerdict::Equivalent);
}

TEST_CASE("nobody stops early without a plan") {
  gb::PairedRules rules;
  rules.planned_rounds = 30;
  const auto early = one_row(rounds(1.5, 12), rules);
  CHECK(early.verdict == RowVerdict::Undecided);
  CHECK(early.rounds_needed == 30);
  CHECK(one_row(rounds(1.5, 30), rules).verdict == RowVerdict::Regressed);
  rules.looks = {12, 20, 30};
  CHECK(one_row(rounds(1.5, 12), rules).verdict == RowVerdict::Regressed);
  const auto between = one_row(rounds(1.5, 14), rules);
  CHECK(between.verdict == RowVerdict::Undecided);
  CHECK(between.rounds_needed == 20);
  CHECK_FALSE(gb::check({0.05, 0.03, 0, {12, 12}}));
  CHECK_FALSE(gb::check({0, 0.03, 0, {}}));
  CHECK_FALSE(gb::check({0.05, 0, 0, {}}));
}

TEST_CASE("one regressed query in fifty is found and named alone") {
  std::vector<std::vector<double>> rows(50, rounds(1.0, 20, 0.01));
  rows[17] = rounds(1.06, 20, 0.01);
  const auto decided = gb::decide_pairs(rows, {});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK((decided[i].verdict == RowVerdict::Regressed) == (i == 17));
  }
}

TEST_CASE("the fsync band: 5.9 ms passes, 6.5 ms is indeterminate, 8.0 ms fails") {
  CHECK(commit(5.9) == CommitRuling::Pass);
  CHECK(commit(6.5) == CommitRuling::Indeterminate);
  CHECK(commit(8.0) == CommitRuling::Violation);
  CHECK(gb::judge_commit(132'000, {316, 300, 330}, 2).ruling == CommitRuling::Declined);
  CHECK(gb::judge_commit(132'000, {9'999, -1, -1}, 20).ruling == CommitRuling::Declined);
  CHECK(gb::judge_commit(20'000, {10'000, -1, -1}, 2).ruling == CommitRuling::Pass);
  CHECK(gb::judge_commit(5'900'000, {}, 2).ruling == CommitRuling::Declined);
  const auto shared =
      gb::shared_band({4'000'000, 3'900'000, 4'100'000}, {3'000'000, 2'900'000, 3'300'000});
  CHECK(shared.median_ns == 3'000'000);
  CHECK(shared.low_ns == 2'900'000);
  CHECK(shared.high_ns == 4'100'000);
  CHECK(gb::shared_band({}, {3'000'000, -1, -1}).median_ns == 3'000'000);
}

TEST_CASE("the expected floor does not grow with the number of runs, max over min does") {
  std::vector<std::vector<gb::RunFigure>> few(2), many(2);
  // Normal scores, so that few and many have the same spread.
  const auto fill = [](std::vector<std::vector<gb::RunFigure>>& sessions, int n) {
    for (int i = 0; i < n; ++i) {
      const double u = (i + 0.5) / n;
      sessions[static_cast<std::size_t>(i % 2)].push_back(
          {0.03 * 1.7 * (2 * u - 1) * (1 + 0.3 * (2 * u - 1) * (2 * u - 1)), 0});
    }
  };
  fill(few, 10);
  fill(many, 200);
  const auto small = gb::noise_model(few), large = gb::noise_model(many);
  CHECK(large.max_over_min > small.max_over_min);
  CHECK(large.expected_floor == doctest::Approx(small.expected_floor).epsilon(0.02));
  CHECK(small.enough);
  few.pop_back();
  CHECK_FALSE(gb::noise_model(few).enough);
}

TEST_CASE("the smallest regression in k rounds, and the rounds for one") {
  // 2.8 sqrt(2) cv / sqrt(N) * 1.05
  CHECK(std::log1p(gb::minimum_detectable(0.03, 10)) ==
        doctest::Approx(2.8 * std::sqrt(2.0) * 0.03 / std::sqrt(10.0) * 1.05).epsilon(0.002));
  CHECK(std::isinf(gb::minimum_detectable(0.03, 5)));
  CHECK(gb::minimum_detectable(0.03, 20, 9) > gb::minimum_detectable(0.03, 20));
  const std::size_t needed = gb::rounds_to_detect(0.03, 0.03);
  CHECK(gb::minimum_detectable(0.03, needed) <= 0.03);
  CHECK(gb::minimum_detectable(0.03, needed - 1) > 0.03);
  CHECK(gb::rounds_to_detect(3.0, 0.001) == 0);
}

TEST_CASE("the fence widens with the noise and says what it cannot see") {
  std::vector<double> quiet, loud;
  for (int i = 0; i < 25; ++i) {
    quiet.push_back(0.002 * (i % 5 - 2));
    loud.push_back(0.07 * (i % 5 - 2));
  }
  const auto narrow = gb::draw_fence(quiet, 0.05, 1);
  CHECK(narrow.history == 20);
  CHECK(narrow.width == doctest::Approx(std::log(1.05)));
  CHECK(gb::holds(narrow, 0.05));
  CHECK(gb::rings(narrow, 0.06));
  CHECK_FALSE(gb::rings(narrow, 0.045));
  const auto wide = gb::draw_fence(loud, 0.10, 1);
  CHECK(wide.width > 0.29);
  CHECK_FALSE(gb::holds(wide, 0.10));
  CHECK(gb::draw_fence(loud, 0.10, 3).smallest_visible < wide.smallest_visible);
}

TEST_CASE("a sequential gate stops when every row is decided, or at its budget") {
  gb::SequentialGate gate(3, {});
  while (!gate.finished()) {
    const double wiggle = gate.pairs() % 2 == 0 ? 0.001 : -0.001;
    gate.add_pair(std::vector<double>{0.20 + wiggle, wiggle, NAN});
  }
  CHECK(gate.rows()[0].decision == gb::SequentialDecision::Regressed);
  CHECK(gate.rows()[0].factor > 1.2);
  CHECK(gate.rows()[1].decision == gb::SequentialDecision::Cleared);
  CHECK(gate.rows()[2].decision == gb::SequentialDecision::Undecided);  // never had a figure
  CHECK(gate.pairs() == 40);

  gb::SequentialGate quick(2, {});
  while (!quick.finished()) quick.add_pair(std::vector{0.20, 0.0});
  CHECK(quick.pairs() < 12);
}

TEST_CASE("the order is tossed, balanced in every four, and the same from the same seed") {
  const auto order = gb::toss_order(40, gb::Seed{3});
  CHECK(order == gb::toss_order(40, gb::Seed{3}));
  CHECK(order != gb::toss_order(40, gb::Seed{4}));
  for (std::size_t block = 0; block < 40; block += 4) {
    int first = 0;
    for (std::size_t i = block; i < block + 4; ++i) first += order[i] ? 1 : 0;
    CHECK(first == 2);
  }
  // A place in the order is worth 3 %: invisible within one place.
  std::vector<double> figures;
  for (const bool first : order) figures.push_back(first ? 0.0 : 0.03);
  CHECK(gb::same_place_noise(figures, order) == 0);
}
