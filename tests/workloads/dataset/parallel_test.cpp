// The fast generators against the literal ones, for any number of threads and any memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "core/base/file.h"
#include "core/data/decimal.h"
#include "tests/support/temporary_folder.h"
#include "tests/workloads/dataset/literal_generators.h"
#include "workloads/dataset/block_pipeline.h"
#include "workloads/dataset/generator.h"
#include "workloads/dataset/key_sort.h"
#include "workloads/dataset/rmat_kernel.h"
#include "workloads/dataset/weight_draws.h"

namespace gb {
namespace {

using Generator = decltype(Recipe::generator);

/// The literal generators of bare graphs.
struct Literal {
  std::int64_t seed;

  literal::Files operator()(const GridParams& params) const { return literal::grid(params); }
  literal::Files operator()(const ErParams& params) const { return literal::er(params, seed); }
  literal::Files operator()(const UniformParams& params) const {
    return literal::uniform(params, seed);
  }
  literal::Files operator()(const PowerlawParams& params) const {
    return literal::powerlaw(params, seed);
  }
  literal::Files operator()(const RmatParams& params) const { return literal::rmat(params, seed); }
  literal::Files operator()(const UrandParams& params) const {
    return literal::urand(params, seed);
  }
  literal::Files operator()(const auto& /*draws more than edges*/) const { return {}; }
};

struct Made {
  std::string edges;
  std::string checksum;
};

Made generated(const Recipe& recipe, GeneratorResources resources) {
  const TemporaryFolder folder;
  const auto dataset = generate_into(folder.path(), recipe, {}, {}, resources);
  REQUIRE_MESSAGE(dataset, dataset.error().message);
  const auto edges = read_file(folder / "rels/EDGE.csv");
  return {edges ? *edges : "", dataset->checksum};
}

void agrees(const Recipe& recipe, std::int64_t memory = 0,
            const std::vector<unsigned>& thread_counts = {1, 2, 3, 7}) {
  CAPTURE(describe(recipe).name);
  CAPTURE(recipe.seed);
  const std::string expected =
      std::visit(Literal{recipe.seed}, recipe.generator).at("rels/EDGE.csv");
  std::string checksum;
  for (const unsigned threads : thread_counts) {
    CAPTURE(threads);
    const Made made = generated(recipe, {threads, memory});
    CHECK(made.edges == expected);
    if (!checksum.empty()) CHECK(made.checksum == checksum);
    checksum = made.checksum;
  }
}

/// A seed of which draw `number`, from 0, is 0: the one draw that below(255) rejects.
std::int64_t seed_that_draws_zero(std::uint64_t number) {
  return static_cast<std::int64_t>(0 - (number + 1) * kStep);
}

}  // namespace

TEST_CASE("every number of threads gives the bytes of the literal generator") {
  const std::vector<Generator> generators = {
      GridParams{1, 1},
      GridParams{1, 7, true},
      GridParams{5, 1},
      GridParams{131, 97, true},
      GridParams{97, 131},
      ErParams{1, 0.5},
      ErParams{3, 0.01},
      ErParams{40, 0.999},
      ErParams{900, 0.05},
      ErParams{20000, 1e-8},
      UniformParams{2, 1},
      UniformParams{70, 69},
      UniformParams{3000, 7},
      UniformParams{4096, 2},
      PowerlawParams{5, 2, 1, 4},
      PowerlawParams{6000, 1.8, 1, 300},
      RmatParams{1, 1},
      RmatParams{.scale = 3, .edge_factor = 5, .weighted = true},
      RmatParams{.scale = 9, .edge_factor = 33},
      RmatParams{.scale = 11, .edge_factor = 9, .weighted = true},
      RmatParams{.scale = 10, .edge_factor = 8, .initiator = {0, 0.5, 0.5, 0}},
      RmatParams{.scale = 4, .edge_factor = 900, .initiator = {0, 0, 0, 1}, .weighted = true},
      UrandParams{1, 1},
      UrandParams{4, 0},
      UrandParams{11, 9},
  };
  for (const Generator& generator : generators) {
    agrees({"r", 1, generator});
    for (const std::int64_t seed : {0, -1, 987654321}) agrees({"r", seed, generator}, 0, {2});
  }
}

TEST_CASE("generators that draw one row after the other give the same with a writing thread") {
  for (const Generator& generator :
       std::vector<Generator>{LbParams{2000}, FinParams{300, 2, 500, 0.1}, SocialParams{60, 5, 20},
                              SocialParams{5, 1, 1}}) {
    const Recipe recipe{"r", 3, generator};
    const Made alone = generated(recipe, {1, 0});
    for (const unsigned threads : {2U, 3U, 7U}) {
      CHECK(generated(recipe, {threads, 0}).checksum == alone.checksum);
    }
  }
}

TEST_CASE("edges that do not fit into memory are sorted in ranges of ids") {
  constexpr std::int64_t kLittle = 1;  // the sorter then holds 1024 edges
  for (const std::int64_t seed : {1, 77}) {
    agrees({"r", seed, RmatParams{.scale = 9, .edge_factor = 33}}, kLittle);
    agrees({"r", seed, RmatParams{.scale = 13, .edge_factor = 3, .weighted = true}}, kLittle);
    agrees({"r", seed, UrandParams{12, 5}}, kLittle);
    agrees({"r", seed, UrandParams{12, 5}}, std::int64_t{16} * 9000);
    // More equal edges than fit.
    agrees({"r", seed, RmatParams{1, 4000}}, kLittle);
    agrees({"r", seed,
            RmatParams{.scale = 9, .edge_factor = 9, .initiator = {0, 0, 0, 1}, .weighted = true}},
           kLittle);
  }
}

TEST_CASE("the one weight that is drawn twice moves all draws after it") {
  constexpr std::uint64_t kEdges = 8 * 32;
  for (const std::uint64_t edge :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{100}, kEdges - 1}) {
    const RmatParams rmat{.scale = 5, .edge_factor = 8, .weighted = true};
    const std::int64_t rmat_seed = seed_that_draws_zero(kEdges * 5 + edge);
    CHECK(draw_of_zero(static_cast<std::uint64_t>(rmat_seed)) == kEdges * 5 + edge);
    agrees({"r", rmat_seed, rmat});
    agrees({"r", seed_that_draws_zero(3 * edge + 2), UrandParams{5, 8}});
    // A zero that makes an id is as good as any.
    agrees({"r", seed_that_draws_zero(3 * edge + 1), UrandParams{5, 8}});
    agrees({"r", seed_that_draws_zero(5 * edge + 2), rmat});
  }
}

TEST_CASE("the wide kernel draws what the narrow one draws") {
  for (const auto& initiator : {std::array<double, 4>{0.57, 0.19, 0.19, 0.05},
                                {0.25, 0.25, 0.25, 0.25},
                                {0, 0, 0, 1},
                                {1, 0, 0, 0},
                                {0, 1, 0, 0}}) {
    for (const unsigned scale : {1U, 7U, 20U, 30U}) {
      const RmatKernel kernel(12345, scale, initiator);
      std::vector<std::uint64_t> narrow(1003);
      std::vector<std::uint64_t> wide(1003);
      kernel.draw_narrow(0, narrow.size(), narrow.data());
      kernel.draw(0, wide.size(), wide.data());
      CHECK(wide == narrow);
      for (const std::size_t first : {1, 500}) {
        kernel.draw(first, 29, wide.data());
        CHECK(std::equal(wide.begin(), wide.begin() + 29,
                         narrow.begin() + static_cast<std::ptrdiff_t>(first)));
      }
    }
  }
}

TEST_CASE("keys come out in order, whatever their width, number and likeness") {
  SplitMix64 random(Seed{8});
  for (const unsigned bits : {1U, 8U, 11U, 12U, 29U, 40U, 64U}) {
    for (const std::size_t count : {0, 1, 100, 5000, 150'000}) {
      for (const unsigned alike : {0U, 9U}) {  // halving each key's bits makes low ones frequent
        std::vector<std::uint64_t> parts = {count / 3, 0, count - count / 3};
        KeySorter sorter(parts, bits);
        std::vector<std::uint64_t> keys;
        for (std::size_t i = 0; i < count; ++i) {
          const std::uint64_t key = random.next() >> (64 - bits);
          keys.push_back(key >> (alike == 0 ? 0 : random.below(bits)));
        }
        sorter.add(0, keys.data(), parts[0] / 2);
        sorter.add(0, keys.data() + parts[0] / 2, parts[0] - parts[0] / 2);
        sorter.add(2, keys.data() + parts[0], parts[2]);
        const std::uint64_t* const sorted = sorter.sort(3);
        std::sort(keys.begin(), keys.end());
        CHECK(std::equal(keys.begin(), keys.end(), sorted));
      }
    }
  }
}

TEST_CASE("numbers are written in decimal like anywhere else") {
  const auto text = [](std::uint64_t number) {
    std::array<char, kDecimalRoom> room{};
    return std::string(room.data(), put_decimal(room.data(), number));
  };
  std::uint64_t power = 1;
  for (int digits = 1; digits <= 20; ++digits) {
    for (const std::uint64_t number : {power - 1, power, power + 1, power * 7 + 3}) {
      CHECK(text(number) == std::to_string(number));
    }
    power *= 10;
  }
  CHECK(text(UINT64_MAX) == std::to_string(UINT64_MAX));
}

TEST_CASE("blocks come in order, and the first failure ends the pipeline") {
  for (const unsigned threads : {1U, 2U, 5U}) {
    int next = 0;
    std::vector<int> put;
    const auto take = [&](int& item) {
      item = next;
      return next++ < 1000;
    };
    const auto format = [](int item, RowBlock& block) { block.rows = item; };
    const auto done = run_pipeline<int>(threads, take, format, [&](const RowBlock& block) {
      put.push_back(static_cast<int>(block.rows));
      return Result<void>{};
    });
    REQUIRE(done);
    CHECK(put.size() == 1000);
    CHECK(std::is_sorted(put.begin(), put.end()));

    next = 0;
    std::atomic<int> puts = 0;
    const auto failed =
        run_pipeline<int>(threads, take, format, [&](const RowBlock&) -> Result<void> {
          if (++puts == 10) return fail(ErrorCode::ResourceExhausted, "disk full");
          return {};
        });
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message == "disk full");
    CHECK(puts == 10);

    next = 0;
    CHECK_THROWS_AS((void)run_pipeline<int>(
                        threads, take,
                        [](int item, RowBlock&) {
                          if (item == 20) throw std::runtime_error("no memory");
                        },
                        [](const RowBlock&) { return Result<void>{}; }),
                    std::runtime_error);
  }
}

TEST_CASE("asking to stop ends the drawing of edges and the writing of rows") {
  for (const Generator& generator :
       std::vector<Generator>{RmatParams{16, 16}, UniformParams{100'000, 8}, ErParams{10'000, 0.01},
                              SocialParams{5000, 20, 10}, GridParams{500, 500}}) {
    const TemporaryFolder folder;
    std::stop_source stop;
    const auto stop_soon = [&](std::int64_t done, std::int64_t) {
      if (done > 0) stop.request_stop();
    };
    const auto made =
        generate_into(folder.path(), {"r", 1, generator}, stop_soon, stop.get_token(), {3, 0});
    REQUIRE_FALSE(made);
    CHECK(made.error().code == ErrorCode::Cancelled);
  }
}

}  // namespace gb
