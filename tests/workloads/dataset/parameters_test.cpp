// Which parameters are refused (datasets §14), and the parts generators share.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/support/temporary_folder.h"
#include "workloads/dataset/generator.h"
#include "workloads/dataset/sampling.h"

namespace gb {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The start of the refusal's message; "accepted" when there is none.
void refuses(const decltype(Recipe::generator)& generator, std::string_view start) {
  const auto checked = check_recipe({"r", 1, generator});
  const std::string message = checked ? "accepted" : checked.error().message;
  CHECK_MESSAGE(message.starts_with(start), message);
  if (!checked) CHECK(checked.error().code == ErrorCode::InvalidArgument);
}

RmatParams rmat(std::int64_t scale, std::int64_t edge_factor, std::array<double, 4> initiator) {
  return {.scale = scale, .edge_factor = edge_factor, .initiator = initiator};
}

}  // namespace

TEST_CASE("er refuses what would draw garbage") {
  refuses(ErParams{0, 0.5}, "er: n must be");
  refuses(ErParams{3037000500, 0.5}, "er: n must be from 1 to 3037000499, and is 3037000500");
  for (const double p : {0.0, -0.1, 1.0, 1.5, kNaN, kInfinity, 1e-17}) {
    refuses(ErParams{10, p}, "er: p must lie between 0 and 1");
  }
  refuses(ErParams{3037000499, 1.2e-16}, "accepted");
}

TEST_CASE("uniform and powerlaw refuse degrees that do not fit") {
  refuses(UniformParams{0, 1}, "uniform: n must be at least 1, and is 0");
  refuses(UniformParams{5, 5}, "uniform: degree must be at least 1 and below n = 5, and is 5");
  refuses(UniformParams{5, 0}, "uniform: degree must be");
  refuses(UniformParams{INT64_MAX, INT64_MAX - 1}, "uniform: n * degree must fit 64 bits");
  refuses(PowerlawParams{0, 2, 1, 1}, "powerlaw: n must be");
  for (const double gamma : {1.0, 0.5, kNaN, kInfinity}) {
    refuses(PowerlawParams{10, gamma, 1, 5}, "powerlaw: gamma must be finite and above 1");
  }
  refuses(PowerlawParams{10, 2, 6, 5}, "powerlaw: max-deg must be at least min-deg = 6");
  refuses(PowerlawParams{10, 2, 1, 10}, "powerlaw: max-deg must be at least min-deg = 1 and below");
  refuses(PowerlawParams{10, 2, -3, 0}, "powerlaw: max-deg must be at least min-deg = 1");
  refuses(PowerlawParams{10, 2, -3, 5}, "accepted");
}

TEST_CASE("rmat and urand refuse scales, factors and initiators out of range") {
  for (const std::int64_t scale : {0, 31, -1}) {
    refuses(rmat(scale, 1, {}), "rmat: scale must be from 1 to 30");
    refuses(UrandParams{scale, 1}, "urand: scale must be from 1 to 30");
  }
  refuses(rmat(5, 0, {}), "rmat: edge-factor must be");
  refuses(rmat(5, INT64_MAX, {}), "rmat: edge-factor must be");
  refuses(UrandParams{5, -1}, "urand: edge-factor must be");
  refuses(UrandParams{5, 0}, "accepted");
  refuses(rmat(5, 1, {1.1, -0.1, 0, 0}), "rmat: initiator must hold no negative entry");
  refuses(rmat(5, 1, {kNaN, 0, 0, 1}), "rmat: initiator must hold no negative entry");
  refuses(rmat(5, 1, {0.5, 0.2, 0.2, 0.2}), "rmat: the initiator's entries must add up to 1");
  refuses(rmat(5, 1, {0.25, 0.25, 0.25, 0.25}), "accepted");
}

TEST_CASE("the shaped generators refuse sizes below their least, and take 0 as the default") {
  refuses(LbParams{1}, "lb: n must be at least 2, or 0 for 10000, and is 1");
  refuses(LbParams{-5}, "lb: n must be");
  refuses(LbParams{0}, "accepted");
  refuses(FinParams{1, 0, 0, 0}, "fin: accounts must be from 2");
  refuses(FinParams{0, -1, 0, 0}, "fin: days must be from 1");
  refuses(FinParams{0, 0, -1, 0}, "fin: tx-per-day must be from 1");
  for (const double hubs : {-0.1, 1.1, kNaN}) {
    refuses(FinParams{0, 0, 0, hubs}, "fin: hub-frac must lie in [0, 1]");
  }
  refuses(FinParams{}, "accepted");
  for (const std::int64_t persons : {-1, 1, 2, 3, 4}) {
    refuses(SocialParams{persons, 0, 0}, "social: persons must be from 5");
  }
  refuses(SocialParams{0, -1, 0}, "social: avg-friends must be from 1");
  refuses(SocialParams{0, 0, -1}, "social: posts-per-person must be from 1");
  refuses(SocialParams{}, "accepted");
  CHECK(describe({"r", 1, SocialParams{}}).name == "social-p1000");
  CHECK(describe({"r", 1, FinParams{}}).name == "fin-a10000-d30");
  CHECK(describe({"r", 1, UrandParams{3, 0}}).name == "urand-s3-e16");
}

TEST_CASE("no parameter, however extreme, is accepted and then overflows its counts") {
  const std::vector<std::int64_t> extremes = {INT64_MIN,
                                              INT64_MIN + 1,
                                              -1,
                                              0,
                                              1,
                                              2,
                                              300,
                                              3037000500,
                                              std::int64_t{1} << 31U,
                                              std::int64_t{1} << 32U,
                                              std::int64_t{1} << 62U,
                                              std::int64_t{1} << 56U,
                                              (std::int64_t{1} << 62U) + 1,
                                              INT64_MAX - 1,
                                              INT64_MAX};
  int accepted = 0;
  const auto survives = [&](const decltype(Recipe::generator)& generator) {
    const Recipe recipe{"r", 1, generator};
    const auto checked = check_recipe(recipe);
    if (!checked) {
      CHECK(checked.error().code == ErrorCode::InvalidArgument);
      return;
    }
    ++accepted;
    const Dataset dataset = describe(recipe);
    CHECK_MESSAGE(dataset.node_count > 0, dataset.name);
    CHECK_MESSAGE(dataset.edge_count >= 0, dataset.name);
    CHECK_MESSAGE(dataset.node_count <= INT64_MAX - dataset.edge_count, dataset.name);
  };
  for (const std::int64_t a : extremes) {
    survives(LbParams{a});
    survives(CollabParams{a});
    survives(Snb29Params{a});
    for (const double number : {kNaN, kInfinity, -kInfinity, -1.0, 0.0, 1e-300, 0.5, 1.0, 2.5}) {
      survives(ErParams{a, number});
      survives(FinParams{a, 0, 0, number});
      survives(PowerlawParams{a, number, 1, 1});
      survives(RmatParams{10, a, {number, number, 0, 0}, true});
    }
    for (const std::int64_t b : extremes) {
      survives(GridParams{a, b, true});
      survives(UniformParams{a, b});
      survives(PowerlawParams{a, 2.5, -1, b});
      survives(PowerlawParams{3037000500, 2.5, a, b});
      survives(RmatParams{a, b, {}, true});
      survives(UrandParams{a, b});
      survives(FriendsParams{a, b});
      for (const std::int64_t c : extremes) {
        survives(FinParams{a, b, c, 0});
        survives(SocialParams{a, b, c});
      }
    }
  }
  CHECK(accepted > 100);
}

TEST_CASE("picked sets are different, ascending, without the excluded, by either method") {
  // The obvious way: a set, in the same order of draws.
  const auto obvious = [](SplitMix64& random, std::int64_t n, std::int64_t k,
                          std::int64_t excluded) {
    std::set<std::int64_t> picked;
    while (std::ssize(picked) < k) {
      const std::int64_t value = below(random, n);
      if (value != excluded) picked.insert(value);
    }
    return std::vector<std::int64_t>(picked.begin(), picked.end());
  };
  DistinctPicker picker;
  for (const auto& [n, k, excluded] : std::vector<std::array<std::int64_t, 3>>{
           {10, 0, 3}, {10, 9, 3}, {1000, 64, 7}, {1000, 65, 7}, {1000, 999, 0}, {70, 70, -1}}) {
    SplitMix64 one(Seed{9});
    SplitMix64 two(Seed{9});
    const auto picked = picker.pick(one, n, k, excluded);
    CHECK(std::vector<std::int64_t>(picked.begin(), picked.end()) == obvious(two, n, k, excluded));
    CHECK(one.state() == two.state());
  }
}

TEST_CASE("drawing that takes long and writes nothing stops when it is asked to") {
  std::stop_source stop;
  DistinctPicker picker(StopCheck(stop.get_token()));
  SplitMix64 random(Seed{9});
  CHECK(std::ssize(picker.pick(random, 100'000, 99'999, 0)) == 99'999);
  CHECK(PowerLawTable(1, 100'000, 2, StopCheck(stop.get_token())).pick(0) == 1);
  stop.request_stop();
  CHECK_THROWS_AS((void)picker.pick(random, 100'000, 99'999, 0), DrawingStopped);
  CHECK_THROWS_AS(PowerLawTable(1, 100'000, 2, StopCheck(stop.get_token())), DrawingStopped);

  // As a whole: between two files, in the table that the second one needs.
  const TemporaryFolder folder;
  std::stop_source soon;
  const std::int64_t persons = 100'000;
  const auto made = generate_into(
      folder.path(), {"social", 1, SocialParams{persons, persons, 1}},
      [&](std::int64_t done, std::int64_t) {
        if (done == persons + persons + persons / 20) soon.request_stop();
      },
      soon.get_token());
  REQUIRE_FALSE(made);
  CHECK(made.error().code == ErrorCode::Cancelled);
  CHECK(std::filesystem::exists(folder / "nodes/Forum.csv"));
  CHECK_FALSE(std::filesystem::exists(folder / "rels/KNOWS.csv"));
}

TEST_CASE("a power law's table gives its lowest degree first and its highest last") {
  const PowerLawTable table(2, 5, 2.5);
  CHECK(table.pick(0) == 2);
  CHECK(table.pick(std::nextafter(1.0, 0.0)) == 5);
  CHECK(table.mean() > 2);
  CHECK(table.mean() < 5);
  CHECK(PowerLawTable(3, 3, 2).mean() == 3);
}

}  // namespace gb
