#include "agent/probe/resources.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace {

const std::vector<std::string> kAllRows = {"HeapAllocBytes",
                                           "HeapSysBytes",
                                           "GoSysBytes",
                                           "TotalAllocBytes",
                                           "NumGC",
                                           "GCPauseTotalNs",
                                           "MaxRSSBytes",
                                           "ChildMaxRSSBytes",
                                           "CPUUserNs",
                                           "CPUSysNs",
                                           "ChildCPUUserNs",
                                           "ChildCPUSysNs",
                                           "MinorFaults",
                                           "MajorFaults",
                                           "VoluntaryCtxSwitches",
                                           "InvoluntaryCtxSwitches",
                                           "BlockInputOps",
                                           "BlockOutputOps",
                                           "ChildMinorFaults",
                                           "ChildMajorFaults",
                                           "ChildVoluntaryCtxSwitches",
                                           "ChildInvoluntaryCtxSwitches",
                                           "ChildBlockInputOps",
                                           "ChildBlockOutputOps",
                                           "DatasetBytes",
                                           "LoadBytes",
                                           "StoreBytes",
                                           "StoreGrowthBytes",
                                           "DiskReadBytes",
                                           "DiskWriteBytes"};

std::int64_t growth(std::int64_t load, std::int64_t store) {
  return gb::resource_fields({}, {}, {.load_bytes = load, .store_bytes = store})
      .values.at("StoreGrowthBytes");
}

}  // namespace

TEST_CASE("every row of the document is there, and those of a runtime heap are -1") {
  const auto reading = gb::read_resources();
  const auto fields = gb::resource_fields(reading, reading, {});
  CHECK(fields.values.size() == kAllRows.size());
  for (const std::string& row : kAllRows) {
    CAPTURE(row);
    CHECK(fields.values.count(row) == 1);
  }
  CHECK(fields.values.at("HeapAllocBytes") == -1);
  CHECK(fields.values.at("GCPauseTotalNs") == -1);
}

TEST_CASE("work between two readings is in the differences, not in the marks") {
  const auto before = gb::read_resources();
  std::vector<char> memory(std::size_t{8} << 20U, 1);
  std::uint64_t sum = 0;
  for (int round = 0; round < 40; ++round) {
    for (const char c : memory) sum += static_cast<unsigned char>(c) + sum % 3;
  }
  CHECK(sum > 0);
  const auto after = gb::read_resources();
  const auto rows = gb::resource_fields(before, after, {}).values;
  CHECK(rows.at("CPUUserNs") + rows.at("CPUSysNs") > 0);
  CHECK(rows.at("MinorFaults") > 0);
  CHECK(rows.at("MaxRSSBytes") >= std::int64_t{8} << 20U);
  CHECK(rows.at("ChildCPUUserNs") == 0);  // 0 is a measurement: there was no child
}

TEST_CASE("a reaped child's processor time is in the child rows") {
  const auto before = gb::read_resources();
  const pid_t child = fork();
  if (child == 0) {
    volatile std::uint64_t spin = 0;
    for (int i = 0; i < 60'000'000; ++i) spin = spin + 1;
    _exit(0);
  }
  REQUIRE(child > 0);
  waitpid(child, nullptr, 0);
  const auto rows = gb::resource_fields(before, gb::read_resources(), {}).values;
  CHECK(rows.at("ChildCPUUserNs") + rows.at("ChildCPUSysNs") > 0);
  CHECK(rows.at("ChildMaxRSSBytes") > 0);
}

TEST_CASE("a group is unknown as a whole when either reading failed") {
  gb::ResourceReading known;
  known.self.known = true;
  known.self.user_ns = 7;
  const auto rows = gb::resource_fields({}, known, {}).values;
  CHECK(rows.at("CPUUserNs") == -1);
  CHECK(rows.at("MaxRSSBytes") == -1);
  CHECK(rows.at("DiskReadBytes") == -1);
}

TEST_CASE("store growth is unknown when either end is, and may be negative") {
  CHECK(growth(4096, 5120) == 1024);
  CHECK(growth(-1, 4096) == -1);
  CHECK(growth(8192, 4096) == -4096);
}
