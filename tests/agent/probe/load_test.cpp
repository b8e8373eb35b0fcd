#include "agent/probe/load.h"

#include <doctest/doctest.h>

#include <chrono>

TEST_CASE("busy and steal are shares of all processors between two readings") {
  // user nice system idle iowait irq softirq steal guest guest_nice
  const auto earlier = gb::cpu_times_in("cpu  100 10 50 800 20 5 5 10 40 0\ncpu0 1 1 1 1\n");
  const auto later = gb::cpu_times_in("cpu  140 10 60 840 20 5 5 20 70 0\n");
  CHECK(earlier.total == 1000);
  CHECK(earlier.busy == 170);
  const gb::HostMoment moment = gb::shares_between(earlier, later);
  CHECK(moment.busy_share == doctest::Approx(0.5));   // 50 of 100
  CHECK(moment.steal_share == doctest::Approx(0.1));  // 10 of 100
}

TEST_CASE("nobody can tell a share from one reading, or when no time passed") {
  const auto reading = gb::cpu_times_in("cpu  100 10 50 800 20 5 5 10 0 0");
  CHECK(gb::shares_between(reading, reading).busy_share == -1);
  CHECK(gb::shares_between({}, reading).busy_share == -1);
  CHECK(gb::cpu_times_in("intr 5 5").total == 0);
}

TEST_CASE("steal that a kernel took back reads as none") {
  const auto earlier = gb::cpu_times_in("cpu  100 0 0 800 0 0 0 10 0 0");
  const auto later = gb::cpu_times_in("cpu  150 0 0 860 0 0 0 8 0 0");
  CHECK(gb::shares_between(earlier, later).steal_share == 0);
}

TEST_CASE("a busy loop shows in the moment after it") {
  gb::LoadMeter meter;
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(150);
  while (std::chrono::steady_clock::now() < until) {
  }
  const gb::HostMoment moment = meter.moment("during");
  CHECK(moment.when == "during");
  CHECK(moment.busy_share > 0);
  CHECK(moment.busy_share <= 1);
  CHECK(moment.load_1m >= 0);
}
