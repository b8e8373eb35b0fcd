#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "core/base/random.h"
#include "core/stats/multiple.h"
#include "core/stats/normal.h"
#include "core/stats/sign_e_process.h"
#include "core/stats/signed_rank.h"

TEST_CASE("the signed-rank distribution is that of the tables") {
  CHECK(gb::signed_rank_cdf(5, 0) == 1.0 / 32);
  CHECK(gb::signed_rank_cdf(10, 8) == 25.0 / 1024);
  CHECK(gb::signed_rank_cdf(20, 52) == doctest::Approx(0.0242).epsilon(0.002));
  CHECK(gb::signed_rank_cdf(30, 137) == doctest::Approx(0.0249).epsilon(0.003));
  CHECK(gb::signed_rank_cdf(4, 10) == 1);
  // Beyond the exact range the approximation takes over without a step.
  CHECK(gb::signed_rank_cdf(301, 20000) ==
        doctest::Approx(gb::signed_rank_cdf(300, 20000 - 300 * 301 / 4 + 299 * 300 / 4))
            .epsilon(0.2));
}

TEST_CASE("below the fewest rounds no exact test reaches its level") {
  CHECK(gb::fewest_for_level(0.05) == 6);
  CHECK(gb::fewest_for_level(0.05 / 9) == 9);
  CHECK(gb::fewest_for_level(0.05 / 50) == 11);
  CHECK_FALSE(gb::WalshAverages(std::vector<double>{1, 2, 3, 4, 5}).interval(0.05));
  const auto interval = gb::WalshAverages(std::vector<double>{3, 1, 2, 6, 4, 5}).interval(0.05);
  REQUIRE(interval);
  CHECK(interval->low == 1);
  CHECK(interval->high == 6);
}

TEST_CASE("the depression scores of Hollander, Wolfe and Chicken") {
  const std::vector<double> before{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const std::vector<double> after{.878, .647, .598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  std::vector<double> change;
  for (std::size_t i = 0; i < before.size(); ++i) change.push_back(after[i] - before[i]);
  const gb::WalshAverages walsh(change);
  CHECK(walsh.estimate() == doctest::Approx(-0.46));
  CHECK(walsh.p_value() == doctest::Approx(0.0391).epsilon(0.002));
  CHECK(walsh.interval(0.04)->low == doctest::Approx(-0.786));
  CHECK(walsh.interval(0.04)->high == doctest::Approx(-0.010));
}

TEST_CASE("an interval leaves out 0 exactly when the test rejects it, ties and zeros included") {
  gb::SplitMix64 random(gb::Seed{7});
  for (int i = 0; i < 2000; ++i) {
    std::vector<double> differences;
    const std::size_t n = 6 + random.below(10);
    for (std::size_t j = 0; j < n; ++j) {
      differences.push_back(static_cast<double>(random.below(7)) - 2.0);
    }
    const gb::WalshAverages walsh(differences);
    const auto interval = walsh.interval(0.05);
    REQUIRE(interval);
    CHECK((interval->low > 0 || interval->high < 0) == (walsh.p_value() <= 0.05));
  }
}

TEST_CASE("Holm steps down and stops") {
  const auto steps = gb::holm(std::vector<double>{0.01, 0.04, 0.03, 0.005}, 0.05);
  CHECK(steps[3].adjusted_p == doctest::Approx(0.02));
  CHECK(steps[0].adjusted_p == doctest::Approx(0.03));
  CHECK(steps[2].adjusted_p == doctest::Approx(0.06));
  CHECK(steps[1].adjusted_p == doctest::Approx(0.06));
  CHECK(steps[3].rejected);
  CHECK(steps[0].rejected);
  CHECK_FALSE(steps[2].rejected);
  CHECK_FALSE(steps[1].rejected);
  CHECK(steps[1].level == steps[2].level);
}

TEST_CASE("e-BH rejects what its threshold for that many allows") {
  CHECK(gb::e_bh(std::vector<double>{39, 39, 1, 1}, 0.05) ==
        std::vector<bool>{false, false, false, false});
  CHECK(gb::e_bh(std::vector<double>{41, 40, 1, 1}, 0.05) ==
        std::vector<bool>{true, true, false, false});
  CHECK(gb::e_bh(std::vector<double>{80, 1, 1, 1}, 0.05) ==
        std::vector<bool>{true, false, false, false});
}

TEST_CASE("a spending plan adds up to alpha and spends little early") {
  const auto levels = gb::spending_levels(std::vector<std::size_t>{12, 20, 30}, 0.05);
  CHECK(levels[0] == doctest::Approx(0.0019).epsilon(0.05));
  CHECK(levels[0] + levels[1] + levels[2] == doctest::Approx(0.05));
  CHECK(levels[0] < levels[1]);
}

TEST_CASE("evidence from signs: what seven and thirteen of a kind are worth") {
  const auto after = [](int positive, int negative) {
    gb::SignEProcess process;
    for (int i = 0; i < positive; ++i) process.add(1);
    for (int i = 0; i < negative; ++i) process.add(-1);
    process.add(0);
    return process.value();
  };
  CHECK(after(0, 0) == doctest::Approx(1.0));
  CHECK(after(1, 0) == doctest::Approx(1.5));
  CHECK(after(0, 1) == doctest::Approx(0.5));
  CHECK(after(6, 0) < 20);
  CHECK(after(7, 0) > 20);
  CHECK(after(13, 0) > 1000);
  // One step under a fair coin leaves the expectation where it was, or lower.
  CHECK((after(5, 3) + after(4, 4)) / 2 <= after(4, 3) * (1 + 1e-12));
}

TEST_CASE("normal quantiles") {
  CHECK(gb::normal_quantile(0.975) == doctest::Approx(1.959963984540054).epsilon(1e-12));
  CHECK(gb::normal_quantile(0.5) == doctest::Approx(0.0));
  CHECK(gb::normal_quantile(1e-6) == doctest::Approx(-4.753424308822899).epsilon(1e-9));
}
