#include "agent/session/identity.h"

#include <doctest/doctest.h>

#include "agent/session/backoff.h"
#include "core/base/file.h"
#include "tests/support/temporary_folder.h"

using namespace gb;
using namespace std::chrono_literals;

TEST_CASE("two agents never share a data folder") {
  const TemporaryFolder folder;
  {
    const auto first = FolderLock::take(folder.path());
    REQUIRE(first);
    const auto second = FolderLock::take(folder.path());
    REQUIRE_FALSE(second);
    CHECK(second.error().code == ErrorCode::Unavailable);
    CHECK(second.error().message.find(folder.path().string()) != std::string::npos);
    CHECK(second.error().message.find("--data") != std::string::npos);
  }
  CHECK(FolderLock::take(folder.path()).has_value());
}

TEST_CASE("a session's epoch grows with every start, whatever the clock does") {
  const TemporaryFolder folder;
  const auto file = folder / "epoch";
  const WallTime noon(1'800'000'000s);
  const auto first = *next_session_epoch(file, noon);
  CHECK(first == 1'800'000'000'000'000);
  CHECK(*next_session_epoch(file, noon) == first + 1);
  CHECK(*next_session_epoch(file, noon - 24h) == first + 2);
  CHECK(*next_session_epoch(file, noon + 1s) == first + 1'000'000);
  // An emptied folder goes on with the clock.
  std::filesystem::remove(file);
  CHECK(*next_session_epoch(file, noon + 2s) == first + 2'000'000);
}

TEST_CASE("waits double up to the most, each at least half of it, and start anew after a success") {
  Backoff backoff({.first = 200ms, .most = 4s, .refused = 30s}, Seed{7});
  const Nanos spans[] = {200ms, 400ms, 800ms, 1600ms, 3200ms, 4s, 4s};
  for (const Nanos span : spans) {
    const Nanos waited = backoff.next();
    CHECK(waited >= span / 2);
    CHECK(waited <= span);
  }
  CHECK(backoff.refused() >= 15s);
  backoff.reset();
  CHECK(backoff.next() <= 200ms);
}

TEST_CASE("agents that lose their coordinator together do not come back together (F5)") {
  std::vector<Nanos> waits;
  for (std::uint64_t agent = 1; agent <= 100; ++agent) {
    waits.push_back(Backoff({.first = 1s, .most = 4s, .refused = 30s}, Seed{agent}).next());
  }
  std::sort(waits.begin(), waits.end());
  CHECK(waits.front() < 550ms);
  CHECK(waits.back() > 950ms);
  CHECK(waits[50] - waits[49] < 100ms);
}
