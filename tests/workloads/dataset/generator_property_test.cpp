// Random small parameters: the fast generators against literal ones written from the definitions.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <random>
#include <string>

#include "core/base/file.h"
#include "core/data/checksum.h"
#include "tests/support/temporary_folder.h"
#include "tests/workloads/dataset/literal_generators.h"
#include "workloads/dataset/generator.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

constexpr int kDraws = 100;

/// Draws parameters: a failure names the recipe it drew, so it needs no seed of its own.
class Draw {
 public:
  explicit Draw(std::uint32_t seed) : random_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }
  double real(double low, double high) {
    return low + (high - low) * static_cast<double>(random_()) / 0x1.0p64;
  }
  bool coin() { return between(0, 1) == 1; }
  std::int64_t seed() { return static_cast<std::int64_t>(random_()); }

 private:
  std::mt19937_64 random_;
};

literal::Files files_in(const fs::path& folder) {
  literal::Files files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().lexically_relative(folder);
    if (entry.is_regular_file() && path != "manifest.json") {
      files[path] = read_file(entry.path()).value();
    }
  }
  return files;
}

/// Where two texts part, for a message a person can read.
std::string first_difference(const std::string& fast, const std::string& slow) {
  std::size_t at = 0;
  while (at < fast.size() && at < slow.size() && fast[at] == slow[at]) ++at;
  const std::size_t from = at - std::min<std::size_t>(at, 40);
  return fmt::format("byte {}: \"{}\" and literally \"{}\"", at, fast.substr(from, 80),
                     slow.substr(from, 80));
}

/// In memory where there is such a folder: thousands of files are synced, which is not the
/// question.
fs::path quick_folder() {
  const fs::path memory = "/dev/shm";
  return ::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
}

void agrees(const Recipe& recipe) {
  const auto checked = check_recipe(recipe);
  REQUIRE_MESSAGE(checked, checked.error().message);
  const TemporaryFolder folder(quick_folder());
  const auto dataset = generate_into(folder.path(), recipe);
  REQUIRE_MESSAGE(dataset, dataset.error().message);
  INFO(recipe_block(*dataset).value());
  const literal::Files fast = files_in(folder.path());
  const literal::Files slow = literal::files_of(recipe);
  REQUIRE(fast.size() == slow.size());
  std::int64_t rows = 0;
  for (const auto& [path, bytes] : slow) {
    INFO(path);
    REQUIRE(fast.contains(path));
    if (fast.at(path) != bytes) FAIL_CHECK(first_difference(fast.at(path), bytes));
    if (path.find('/') != std::string::npos) {
      rows += std::count(bytes.begin(), bytes.end(), '\n') - 1;
    }
  }
  CHECK(dataset->node_count + dataset->edge_count == rows);
}

void agrees(std::uint32_t seed, const std::function<decltype(Recipe::generator)(Draw&)>& draw) {
  Draw random(seed);
  for (int i = 0; i < kDraws; ++i) agrees({"drawn", random.seed(), draw(random)});
}

}  // namespace

literal::Files literal::files_of(const Recipe& recipe) {
  struct Visitor {
    std::int64_t seed;
    Files operator()(const GridParams& params) const { return grid(params); }
    Files operator()(const ErParams& params) const { return er(params, seed); }
    Files operator()(const UniformParams& params) const { return uniform(params, seed); }
    Files operator()(const PowerlawParams& params) const { return powerlaw(params, seed); }
    Files operator()(const RmatParams& params) const { return rmat(params, seed); }
    Files operator()(const UrandParams& params) const { return urand(params, seed); }
    Files operator()(const LbParams& params) const { return lb(params, seed); }
    Files operator()(const FinParams& params) const { return fin(params, seed); }
    Files operator()(const SocialParams& params) const { return social(params, seed); }
    Files operator()(const FriendsParams& params) const { return friends(params, seed); }
    Files operator()(const CollabParams& params) const { return collab(params, seed); }
    Files operator()(const Snb29Params& params) const { return snb29(params, seed); }
  };
  return std::visit(Visitor{recipe.seed}, recipe.generator);
}

TEST_CASE("any small grid is the literal one") {
  agrees(1, [](Draw& draw) {
    return GridParams{draw.between(1, 12), draw.between(1, 12), draw.coin()};
  });
}

TEST_CASE("any small er graph is the literal one") {
  agrees(2, [](Draw& draw) {
    // Every magnitude of p, from one edge in a hundred graphs to all but a few.
    const double p = draw.coin() ? draw.real(0.001, 0.999) : std::pow(10, draw.real(-9, -0.01));
    return ErParams{draw.between(1, 60), p};
  });
}

TEST_CASE("any small uniform graph is the literal one") {
  agrees(3, [](Draw& draw) {
    const std::int64_t n = draw.between(2, 120);
    return UniformParams{n, draw.between(1, n - 1)};
  });
}

TEST_CASE("any small powerlaw graph is the literal one") {
  agrees(4, [](Draw& draw) {
    const std::int64_t n = draw.between(2, 120);
    const std::int64_t most = draw.between(1, n - 1);
    return PowerlawParams{n, draw.real(1.001, 5), draw.between(-1, most), most};
  });
}

TEST_CASE("any small rmat graph is the literal one") {
  agrees(5, [](Draw& draw) {
    RmatParams params{draw.between(1, 7), draw.between(1, 8), {}, draw.coin()};
    if (draw.coin()) {
      std::array<double, 4> parts = {draw.real(0, 1), draw.real(0, 1), draw.real(0, 1), 0};
      if (draw.coin()) parts[static_cast<std::size_t>(draw.between(0, 2))] = 0;
      parts[3] = 0.001;
      const double sum = parts[0] + parts[1] + parts[2] + parts[3];
      for (double& part : parts) part /= sum;
      params.initiator = parts;
    }
    return params;
  });
}

TEST_CASE("any small urand graph is the literal one") {
  agrees(6, [](Draw& draw) { return UrandParams{draw.between(1, 7), draw.between(0, 8)}; });
}

TEST_CASE("any small lb graph is the literal one") {
  agrees(7, [](Draw& draw) { return LbParams{draw.between(2, 150)}; });
}

TEST_CASE("any small fin graph is the literal one") {
  agrees(8, [](Draw& draw) {
    return FinParams{draw.between(2, 80), draw.between(1, 4), draw.between(1, 60),
                     draw.coin() ? 0 : draw.real(0, 1)};
  });
}

TEST_CASE("any small social graph is the literal one") {
  agrees(9, [](Draw& draw) {
    return SocialParams{draw.between(5, 90), draw.between(1, 40), draw.between(1, 4)};
  });
}

TEST_CASE("any small friends graph is the literal one") {
  Draw draw(10);
  for (int i = 0; i < kDraws; ++i) {
    agrees({"drawn", draw.between(0, 0xFFFFFFFF),
            FriendsParams{draw.between(2, 60), draw.between(1, 12)}});
  }
}

TEST_CASE("any small collab graph is the literal one") {
  agrees(11, [](Draw& draw) { return CollabParams{draw.between(10'000, 14'000)}; });
}

TEST_CASE("any small snb29 graph is the literal one") {
  agrees(12, [](Draw& draw) { return Snb29Params{draw.between(50, draw.coin() ? 110 : 60)}; });
}

}  // namespace gb
