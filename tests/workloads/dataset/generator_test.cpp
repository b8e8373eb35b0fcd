#include "workloads/dataset/generator.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/data/manifest.h"
#include "tests/support/temporary_folder.h"
#include "workloads/dataset/cache.h"

namespace gb {
namespace {

Dataset generated(const Recipe& recipe, const TemporaryFolder& folder) {
  REQUIRE(check_recipe(recipe));
  const auto dataset = generate_into(folder.path(), recipe);
  REQUIRE(dataset);
  // The running checksum is the one a reader computes, and the description reads back.
  const auto opened = open_dataset(folder.path());
  REQUIRE(opened);
  CHECK(manifest_text(*opened) == manifest_text(*dataset));
  return *dataset;
}

std::string checksum(const Recipe& recipe) {
  const TemporaryFolder folder;
  return generated(recipe, folder).checksum;
}

Recipe grid(std::int64_t rows, std::int64_t cols, bool diagonal = false, std::int64_t seed = 1) {
  return {"grid", seed, GridParams{rows, cols, diagonal}};
}

}  // namespace

TEST_CASE("grids have the published checksums") {
  CHECK(checksum(grid(30, 30)) ==
        "sha256:eb8d5d608ebc8c1a046a3d435beb8350ce2dca90e261167c7ec1b6c437cc11aa");
  CHECK(checksum(grid(100, 100)) ==
        "sha256:fd000c2a1c8fe54f57761318492dd1c481374ae74f58a88cebffb272b5b79337");
  CHECK(checksum(grid(5, 5)) ==
        "sha256:4a90c29c904c11faceb50d805bdda188e50192b7950b7ec9c65ae5366044abdd");
  CHECK(checksum(grid(2, 3)) ==
        "sha256:0e1bd29f66cdcb09f8be579ab69d9133c0b1ed01aa418be1caa5bc5d4c8901c8");
  CHECK(checksum(grid(3, 4, true)) ==
        "sha256:3621f04288dbf8bf1929d8248c736a6f243699c952e6774e6cf57b3140885d22");
}

TEST_CASE("a generated grid has the published manifest, to the byte") {
  const TemporaryFolder folder;
  generated(grid(2, 3), folder);
  const std::string manifest = read_file(folder / "manifest.json").value();
  CHECK(manifest.size() == 889);
  CHECK(sha256_hex(manifest) == "a0b6202ae7573aea0e08b832fe877078c6366be9b226e5a2cf7a3bac80b6324f");
}

TEST_CASE("counts and closed forms of a grid are its own") {
  for (const auto& [rows, cols, diagonal] :
       {std::tuple{1, 1, false}, {1, 5, true}, {4, 1, false}, {3, 4, true}, {7, 5, false}}) {
    const TemporaryFolder folder;
    const Recipe recipe = grid(rows, cols, diagonal);
    const Dataset described = describe(recipe);
    const Dataset dataset = generated(recipe, folder);
    CHECK(dataset.node_count == described.node_count);
    CHECK(dataset.edge_count == described.edge_count);
    CHECK(dataset.triangle_count.has_value() == !diagonal);
  }
}

TEST_CASE("the seed is part of the checksum even where nothing is drawn") {
  CHECK(checksum(grid(2, 2, false, 0)) != checksum(grid(2, 2, false, 1)));
}

TEST_CASE("progress starts at nothing, ends at everything, and never goes back") {
  const TemporaryFolder folder;
  std::vector<std::pair<std::int64_t, std::int64_t>> seen;
  REQUIRE(generate_into(folder.path(), grid(100, 100), [&](std::int64_t done, std::int64_t all) {
    seen.emplace_back(done, all);
  }));
  CHECK(seen.front() == std::pair<std::int64_t, std::int64_t>(0, 29800));
  CHECK(seen.back() == std::pair<std::int64_t, std::int64_t>(29800, 29800));
  CHECK(std::is_sorted(seen.begin(), seen.end()));
}

TEST_CASE("bad grid parameters are refused by name and value") {
  const auto refusal = [](const Recipe& recipe) { return check_recipe(recipe).error().message; };
  CHECK(refusal(grid(0, 3)) == "grid: rows must be at least 1, and is 0");
  CHECK(refusal(grid(3, -1)) == "grid: cols must be at least 1, and is -1");
  CHECK(refusal(grid(INT64_MAX, INT64_MAX)).find("rows * cols must be at most 2^62") !=
        std::string::npos);
  CHECK(check_recipe(grid(1, 1)));
}

TEST_CASE("a dataset that plainly exceeds the disk is refused before a byte is written") {
  const TemporaryFolder folder;
  const auto dataset = generate_into(folder.path(), grid(1'000'000'000, 1'000'000'000));
  REQUIRE_FALSE(dataset);
  CHECK(dataset.error().code == ErrorCode::ResourceExhausted);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("recipes are found by name, and a wrong name lists them") {
  CHECK(find_recipe("grid-30x30")->seed == 1);
  for (const Recipe& recipe : all_recipes()) {
    CHECK(check_recipe(recipe));
    CHECK(find_recipe(recipe.name)->name == recipe.name);
  }
  const auto unknown = find_recipe("grid-31x31");
  CHECK(unknown.error().code == ErrorCode::NotFound);
  CHECK(unknown.error().message.find("grid-100x100") != std::string::npos);
}

}  // namespace gb
