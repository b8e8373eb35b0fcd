#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>
#include <sstream>

#include "agent/runner/timed_loop.h"
#include "tests/adapters/conformance.h"

// Every allocation of our code, the standard library's included. SQLite allocates by malloc, so its
// own work is not counted, and neither is it ours to change.
namespace {
std::atomic<std::uint64_t> allocations{0};
}

void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

using namespace gb;
using namespace gb::test;

namespace {

struct Loop {
  explicit Loop(std::string_view engine) {
    Registry registry;
    add_all_adapters(registry);
    subject = {*registry.find(engine).value(), &sql_dialect(), engine == "sqlite-mem"};
    chain_graph(graph, 200);
    opened = open_loaded(subject, graph.dataset());
    client.emplace(subject, *opened.target);
    for (std::int64_t id = 1; id <= 64; ++id) params.push_back({Value(id)});
    params.push_back({Value("17")});
    for (const Params& one : params) draws.push_back(&one);
  }
  BlockRecord run(const std::string& question, std::uint32_t operations) {
    const StatementId statement = client->statement(question);
    const BlockPlan plan{Operation(&statement, 1), draws, operations, std::chrono::seconds(60), 0};
    return run_block(client->session(), plan, *dog, rows, {});
  }

  Subject subject;
  SmallGraph graph;
  Opened opened;
  std::optional<Client> client;
  std::optional<Watchdog> dog;
  std::vector<Params> params;
  std::vector<const Params*> draws;
  RowSet rows;
};

// Calls by name in a summary of `strace -c`.
std::map<std::string, std::uint64_t> calls_in(const std::filesystem::path& summary) {
  std::map<std::string, std::uint64_t> calls;
  std::ifstream file(summary);
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    double share = 0;
    double seconds = 0;
    std::uint64_t each = 0;
    std::uint64_t count = 0;
    if (!(fields >> share >> seconds >> each >> count)) continue;
    std::string name;
    while (fields >> name) {
    }  // the last field: the number of errors may stand before it
    if (name != "total") calls[name] = count;
  }
  return calls;
}

}  // namespace

TEST_CASE("a warm block allocates as often for ten thousand operations as for ten") {
  for (const char* engine : {"sqlite", "sqlite-sync", "sqlite-mem"}) {
    CAPTURE(engine);
    Loop loop(engine);
    loop.dog.emplace(loop.client->session());
    for (const char* question : {"point", "hop1", "reach3", "edge"}) {
      if (std::string_view(question) == "edge") {
        for (Params& one : loop.params) one.push_back(Value(1));
      }
      CAPTURE(question);
      REQUIRE(loop.run(question, 200).errors == 0);
      const std::uint64_t before = allocations;
      REQUIRE(loop.run(question, 10).errors == 0);
      const std::uint64_t few = allocations - before;
      REQUIRE(loop.run(question, 10'000).errors == 0);
      CHECK(allocations - before - few == few);
      CHECK(few <= 2);  // the record's vector
    }
  }
}

// Run by the next test under strace, in a process of its own.
TEST_CASE("the loop that strace watches" * doctest::skip()) {
  const char* const operations = std::getenv("GB_TEST_OPERATIONS");
  REQUIRE(operations != nullptr);
  Loop loop(std::getenv("GB_TEST_ENGINE"));
  loop.dog.emplace(loop.client->session());
  const auto count = static_cast<std::uint32_t>(std::atoi(operations));
  CHECK(loop.run("point", count).service_ns.size() == count);
}

TEST_CASE("the loop makes no system call of its own") {
  if (std::system("strace -o /dev/null true >/dev/null 2>&1") != 0) {
    MESSAGE("skipped: strace is not installed or may not trace here");
    return;
  }
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  TemporaryFolder folder;
  const auto traced = [&](const std::string& engine, int operations) {
    const std::string summary = (folder.path() / "calls").string();
    const std::string command = fmt::format(
        "GB_TEST_ENGINE={} GB_TEST_OPERATIONS={} strace -f -c -o {} {} --no-skip "
        "--test-case='the loop that strace watches' >/dev/null",
        engine, operations, summary, self);
    REQUIRE(std::system(command.c_str()) == 0);
    return calls_in(summary);
  };
  for (const std::string engine : {"sqlite", "sqlite-mem"}) {
    CAPTURE(engine);
    std::map<std::string, std::uint64_t> few = traced(engine, 100);
    for (const auto& [name, count] : traced(engine, 2100)) {
      CAPTURE(name);
      const auto more = static_cast<std::int64_t>(count) - static_cast<std::int64_t>(few[name]);
      if (engine == "sqlite" && name == "fcntl") {
        CHECK(more == 2 * 2000);  // SQLite's own: one to lock and one to unlock for reading
      } else {
        CHECK_MESSAGE(more < 50, name);  // start-up varies a little; 2000 would be ours
      }
    }
  }
}
