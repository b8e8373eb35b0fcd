// What a cache with a limit removes, and what it must not.
#include "workloads/dataset/eviction.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/file.h"
#include "tests/support/temporary_folder.h"
#include "workloads/dataset/cache.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

Recipe grid(std::int64_t side) { return {"grid", 1, GridParams{side, side, false}}; }

/// As if the entry had last been used that many hours ago.
void used_before(const fs::path& entry, int hours) {
  fs::last_write_time(entry.parent_path() / ".used" / entry.filename(),
                      fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

/// Makes the entry and lets go of it.
fs::path make(const DatasetCache& cache, const Recipe& recipe) {
  const auto obtained = cache.obtain(recipe);
  REQUIRE_MESSAGE(obtained, obtained.error().message);
  return obtained->dataset.folder;
}

}  // namespace

TEST_CASE("the dataset used longest ago makes room, and the note says so") {
  const TemporaryFolder folder;
  const DatasetCache unlimited(folder.path());
  const fs::path first = make(unlimited, grid(30));
  const fs::path second = make(unlimited, grid(31));
  used_before(first, 3);
  used_before(second, 5);
  const std::int64_t both = folder_bytes(first) + folder_bytes(second);

  const DatasetCache cache(folder.path(), both + 1000);
  const auto third = cache.obtain(grid(20));
  REQUIRE(third);
  CHECK(third->source == "generated");
  CHECK(fs::exists(first));
  CHECK_FALSE(fs::exists(second));
  CHECK(third->note.find("removed " + second.filename().string() + " to keep ") !=
        std::string::npos);
  CHECK(cache.list().size() == 2);
}

TEST_CASE("taking a dataset from the cache is a use") {
  const TemporaryFolder folder;
  const DatasetCache unlimited(folder.path());
  const fs::path first = make(unlimited, grid(30));
  const fs::path second = make(unlimited, grid(31));
  used_before(first, 5);
  used_before(second, 3);
  CHECK(make(unlimited, grid(30)) == first);
  make(DatasetCache(folder.path(), folder_bytes(first) + folder_bytes(second) + 1000), grid(20));
  CHECK(fs::exists(first));
  CHECK_FALSE(fs::exists(second));
}

TEST_CASE("a dataset in use is never removed, here or in another process") {
  const TemporaryFolder folder;
  const DatasetCache cache(folder.path(), 1);
  std::optional<Obtained> held = std::move(*cache.obtain(grid(30)));
  CHECK(held->note.find("more than its limit of 1 B, and all of it is in use") !=
        std::string::npos);
  const fs::path entry = held->dataset.folder;

  SUBCASE("by who obtained it") {
    CHECK(fs::exists(make(cache, grid(20))));
    CHECK(open_dataset(entry));
    CHECK(cache.remove("grid-30x30").error().code == ErrorCode::FailedPrecondition);
    held.reset();
  }
  SUBCASE("by who opened its folder, as a run does") {
    auto opened = open_dataset(entry);
    REQUIRE(opened);
    held.reset();
    Dataset copy = *opened;
    opened = fail(ErrorCode::Internal, "");
    make(cache, grid(20));
    CHECK(fs::exists(copy.nodes[0].files[0]));
  }
  SUBCASE("by another process") {
    held.reset();
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const auto opened = open_dataset(entry);
      if (::write(ready[1], opened ? "y" : "n", 1) != 1) ::_exit(1);
      for (;;) ::pause();
    }
    char answer = 0;
    REQUIRE(::read(ready[0], &answer, 1) == 1);
    CHECK(answer == 'y');
    make(cache, grid(20));
    CHECK(fs::exists(entry));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(ready[0]);
    ::close(ready[1]);
  }
  make(cache, grid(10));
  CHECK_FALSE(fs::exists(entry));  // nobody holds it any more
}

TEST_CASE("corrupt copies go first, and what is no dataset stays") {
  const TemporaryFolder folder;
  const DatasetCache unlimited(folder.path());
  const fs::path entry = make(unlimited, grid(30));
  fs::resize_file(entry / "rels/EDGE.csv", 1000);
  make(unlimited, grid(30));  // repairs it, and keeps the corrupt copy
  folder.write("notes/big.txt", std::string(100'000, 'x'));
  const std::int64_t wanted = folder_bytes(entry);
  const Eviction eviction = make_room(folder.path(), wanted);
  REQUIRE(eviction.removed.size() == 1);
  CHECK(eviction.removed[0].starts_with(".corrupt-grid-30x30"));
  CHECK(eviction.bytes == wanted);
  CHECK(fs::exists(entry));
  CHECK(fs::exists(folder / "notes/big.txt"));
}

TEST_CASE("an entry is found and removed by folder, dataset or recipe") {
  const TemporaryFolder folder;
  const DatasetCache cache(folder.path());
  const fs::path recipe = make(cache, find_recipe("er-1k").value());
  CHECK(cache.where("er-1k") == recipe);
  CHECK(cache.where("er-n1000-p0.01") == recipe);
  CHECK(cache.where(recipe.filename().string()) == recipe);
  CHECK(cache.where("er-10k").error().code == ErrorCode::NotFound);
  for (const char* outside : {"", ".", "..", "../x", "/", ".locks", ".used"}) {
    CHECK(cache.remove(outside).error().code == ErrorCode::NotFound);
  }
  CHECK(cache.remove("er-1k") == recipe);
  CHECK_FALSE(fs::exists(recipe));
  CHECK_FALSE(fs::exists(folder / ".used" / recipe.filename()));
  CHECK(cache.list().empty());

  const fs::path straight = make(cache, grid(4));
  const fs::path diagonal = make(cache, {"d", 1, GridParams{4, 4, true}});
  const auto either = cache.remove("grid-4x4");
  REQUIRE_FALSE(either);
  CHECK(either.error().code == ErrorCode::InvalidArgument);
  CHECK(either.error().message.find(diagonal.filename().string()) != std::string::npos);
  CHECK(cache.remove(diagonal.filename().string()));
  CHECK(cache.where("grid-4x4") == straight);
}

TEST_CASE("what is broken can be removed by the name of its folder") {
  const TemporaryFolder folder;
  folder.write("broken-12345678/manifest.json", "{");
  CHECK(DatasetCache(folder.path()).remove("broken-12345678"));
  CHECK_FALSE(fs::exists(folder / "broken-12345678"));
}

TEST_CASE("the limit comes from the environment, in words") {
  ::setenv("GRAPH_BENCH_DATASET_LIMIT", "20GiB", 1);
  CHECK(dataset_limit_from_environment() == std::int64_t{20} << 30U);
  ::setenv("GRAPH_BENCH_DATASET_LIMIT", "plenty", 1);
  CHECK(dataset_limit_from_environment().error().message.starts_with(
      "GRAPH_BENCH_DATASET_LIMIT: \"plenty\" is no size"));
  ::unsetenv("GRAPH_BENCH_DATASET_LIMIT");
  CHECK(dataset_limit_from_environment() == 0);
}

TEST_CASE("generating says when it replaced a corrupt copy") {
  const TemporaryFolder folder;
  const auto first = generate_dataset(grid(30), folder.path());
  CHECK(first->note.empty());
  fs::resize_file(first->dataset.nodes[0].files[0], 100);
  const auto again = generate_dataset(grid(30), folder.path());
  CHECK_FALSE(again->already_there);
  CHECK(again->note.find("moved aside to .corrupt-grid-30x30") != std::string::npos);
}

}  // namespace gb
