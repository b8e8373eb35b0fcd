#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "tests/coordinator/scheduler/simulation/twin_store.h"
#include "tests/coordinator/scheduler/simulation/world.h"
#include "tests/coordinator/store/sample_store.h"

using namespace gb;
using namespace gb::test;

namespace {

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Empty, or what broke and how to see it again.
std::string broken_promise(std::uint64_t seed, bool traced) {
  ModelStore store;
  World world(seed, store, store, traced);
  try {
    world.run();
    if (traced) MESSAGE("seed " << seed << ": " << store.census());
    return "";
  } catch (const std::exception& violation) {
    std::string story;
    for (const std::string& line : world.trace()) story += "\n" + line;
    return fmt::format("seed {}: {}; to see it: GB_SEED={}{}", seed, violation.what(), seed, story);
  }
}

}  // namespace

TEST_CASE("F42: whatever is lost, doubled, delayed, killed or paused, every promise holds") {
  if (std::getenv("GB_SEED") != nullptr) {
    CHECK(broken_promise(number_from("GB_SEED", 0), true) == "");
    return;
  }
  const std::uint64_t seeds = number_from("GB_SEEDS", 300);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::string broken = broken_promise(seed, false);
    CHECK_MESSAGE(broken.empty(), broken);
  }
}

TEST_CASE("the same seed takes the same course") {
  const auto course = [](std::uint64_t seed) {
    ModelStore store;
    World world(seed, store, store, false);
    world.run();
    return world.digest();
  };
  CHECK(course(7) == course(7));
  CHECK(course(7) != course(8));
}

TEST_CASE("the real store keeps to the model through the same courses, kills included") {
  for (const std::uint64_t seed : {1U, 3U, 5U, 12U}) {
    CAPTURE(seed);
    TemporaryFolder folder;
    ModelStore model;
    TwinStore twin(folder.store(), model);
    World world(seed, model, twin, false);
    CHECK_NOTHROW(world.run());
    CHECK_NOTHROW(twin.reopen());
    CHECK_NOTHROW(twin.snapshot());
    need(twin.real().check_chain());
  }
}
