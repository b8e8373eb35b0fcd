#include "agent/runner/timed_loop.h"

#include <doctest/doctest.h>

#include "agent/runner/timer_floor.h"
#include "tests/adapters/conformance.h"

using namespace gb;
using namespace gb::test;
using namespace std::chrono_literals;

namespace {

// The real engine: a loop that only drives a stand-in would prove nothing about a timed one.
struct Bench {
  Bench() {
    Registry registry;
    add_all_adapters(registry);
    subject = {*registry.find("sqlite-mem").value(), &sql_dialect(), true};
    conformance_graph(graph);
    opened = open_loaded(subject, graph.dataset());
    client.emplace(subject, *opened.target);
    for (const std::int64_t id : {1, 2, 99}) params.push_back({Value(id)});
    for (const Params& one : params) draws.push_back(&one);
  }

  BlockRecord run(const std::string& question, std::uint32_t operations, Nanos limit,
                  std::span<const Params* const> from, std::uint32_t give_up_after = 0) {
    const StatementId statement = client->statement(question);
    const BlockPlan plan{Operation(&statement, 1), from, operations, limit, give_up_after};
    return run_block(client->session(), plan, watchdog(), rows, stop.get_token());
  }
  Watchdog& watchdog() {
    if (!dog) dog.emplace(client->session());
    return *dog;
  }

  Subject subject;
  SmallGraph graph;
  Opened opened;
  std::optional<Client> client;
  std::optional<Watchdog> dog;
  std::vector<Params> params;
  std::vector<const Params*> draws;
  Params none;
  const Params* no_parameters = &none;
  RowSet rows;
  std::stop_source stop;
};

}  // namespace

TEST_CASE("a block cycles through its draws and records every success in order") {
  Bench bench;
  const BlockRecord record = bench.run("point", 300, 60s, bench.draws);
  CHECK(record.complete);
  CHECK(record.service_ns.size() == 300);
  CHECK(record.rows == 200);  // every third draw finds nothing
  CHECK(record.errors == 0);
  CHECK(record.first_error.empty());
  std::int64_t sum = 0;
  for (const std::int64_t ns : record.service_ns) {
    CHECK(ns > 0);
    sum += ns;
  }
  CHECK(record.wall.count() >= sum);
}

TEST_CASE("a failed operation is counted, its message kept, and no time recorded") {
  Bench bench;
  const Params wrong = {};  // the statement takes one parameter
  const std::vector<const Params*> draws = {bench.draws[0], &wrong};
  const BlockRecord record = bench.run("point", 10, 60s, draws);
  CHECK(record.service_ns.size() == 5);
  CHECK(record.errors == 5);
  CHECK(record.timeouts == 0);
  CHECK(record.rows == 5);
  CHECK(record.attempted() == 10);
  CHECK(record.first_error.find("point: takes 1 parameters") != std::string::npos);
}

TEST_CASE("an operation over its limit is a time-out, and the next one works") {
  Bench bench;
  const BlockRecord record = bench.run("endless", 3, 20ms, std::span(&bench.no_parameters, 1));
  CHECK(record.complete);
  CHECK(record.timeouts == 3);
  CHECK(record.errors == 3);
  CHECK(record.service_ns.empty());
  CHECK(record.first_error.find("limit of 20 ms") != std::string::npos);
  CHECK(record.wall >= 60ms);
  CHECK(record.wall < 5s);
  CHECK(bench.run("point", 30, 20ms, bench.draws).errors == 0);

  const BlockRecord given_up =
      bench.run("endless", 100, 10ms, std::span(&bench.no_parameters, 1), 2);
  CHECK(given_up.timeouts == 2);
  CHECK_FALSE(given_up.complete);
}

TEST_CASE("an interrupt that comes as an operation ends never hits the next one") {
  Bench bench;
  // A limit near the operation's own duration: some end in time, some do not, many at the limit.
  const BlockRecord free = bench.run("reach3", 200, 0ns, bench.draws);
  REQUIRE(free.errors == 0);
  std::vector<std::int64_t> sorted = free.service_ns;
  std::sort(sorted.begin(), sorted.end());
  const Nanos limit(sorted[sorted.size() / 2] + 1);
  std::uint64_t timeouts = 0;
  for (int block = 0; block < 20; ++block) {
    const BlockRecord record = bench.run("reach3", 500, limit, bench.draws);
    CHECK_MESSAGE(record.errors == record.timeouts, record.first_error);
    CHECK(record.attempted() == 500);
    timeouts += record.timeouts;
    CHECK(bench.run("point", 20, 0ns, bench.draws).errors == 0);
  }
  CHECK(timeouts > 0);
}

TEST_CASE("a block that is asked to stop ends between two operations") {
  Bench bench;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(20ms);
    bench.stop.request_stop();
  });
  const BlockRecord record = bench.run("point", 5'000'000, 60s, bench.draws);
  CHECK_FALSE(record.complete);
  CHECK(record.errors == 0);
  CHECK(record.attempted() < 5'000'000);
  stopper.join();
  CHECK(bench.run("point", 10, 60s, bench.draws).attempted() == 0);
}

TEST_CASE("the watchdog's limit can be changed from block to block") {
  Bench bench;
  CHECK(bench.run("point", 10, 60s, bench.draws).errors == 0);
  // Its thread now sleeps for a minute; the shorter limit must wake it.
  CHECK(bench.run("endless", 1, 20ms, std::span(&bench.no_parameters, 1)).timeouts == 1);
  CHECK(bench.run("point", 10, 0ns, bench.draws).errors == 0);
}

TEST_CASE("the clock's floor is the cost of its own reads") {
  const TimerFloor floor = measure_timer_floor(20'000);
  CHECK(floor.clock_read_ns > 0);
  CHECK(floor.empty_p50_ns > 0);
  CHECK(floor.empty_p50_ns <= floor.empty_p999_ns);
  CHECK(floor.empty_p50_ns < 100'000);
}
