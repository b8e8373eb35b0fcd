#include "agent/probe/sync_probe.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <numeric>

#include "agent/platform/volume.h"

namespace {

std::filesystem::path scratch() {
  std::string name = std::filesystem::temp_directory_path() / "gb-probe-XXXXXX";
  REQUIRE(mkdtemp(name.data()) != nullptr);
  return name;
}

gb::SyncProbe judged(std::vector<std::int64_t> flushes, bool in_memory = false) {
  gb::SyncProbe probe;
  probe.all_ns = std::move(flushes);
  gb::judge_flushes(probe, in_memory);
  return probe;
}

}  // namespace

TEST_CASE("the probe's figure is the 38th of 75 flushes, its band the batches' extreme medians") {
  std::vector<std::int64_t> flushes(75);
  std::iota(flushes.begin(), flushes.end(), 20'001);
  const gb::SyncProbe probe = judged(flushes);
  CHECK(probe.median_ns == 20'038);
  CHECK(probe.low_ns == 20'008);   // the 8th of the first 15
  CHECK(probe.high_ns == 20'068);  // the 8th of the last 15
  CHECK(probe.all_ns == flushes);
}

TEST_CASE("a volume that disagrees with itself shows it in the band and not in the median") {
  // Five batches of equal flushes: 3.01, 3.01, 3.18, 3.91, 3.97 ms.
  std::vector<std::int64_t> flushes;
  for (const std::int64_t each : {3'910'000, 3'010'000, 3'010'000, 3'180'000, 3'970'000}) {
    flushes.insert(flushes.end(), 15, each);
  }
  const gb::SyncProbe probe = judged(flushes);
  CHECK(probe.median_ns == 3'180'000);
  CHECK(probe.low_ns == 3'010'000);
  CHECK(probe.high_ns == 3'970'000);
}

TEST_CASE("9999 ns is no device and 10000 ns is one") {
  CHECK_FALSE(judged(std::vector<std::int64_t>(75, 9'999)).reaches_device);
  CHECK(judged(std::vector<std::int64_t>(75, 10'000)).reaches_device);
  SUBCASE("unless the file system lives in memory, however slow it was") {
    CHECK_FALSE(judged(std::vector<std::int64_t>(75, 900'000), true).reaches_device);
  }
}

TEST_CASE("a probe of a real folder gives 75 flushes, an ordered band and leaves no file") {
  const auto folder = scratch();
  const gb::SyncProbe probe = gb::probe_durable_sync(folder);
  CHECK(probe.why_not == "");
  REQUIRE(probe.all_ns.size() == 75);
  CHECK(probe.low_ns > 0);
  CHECK(probe.low_ns <= probe.median_ns);
  CHECK(probe.median_ns <= probe.high_ns);
  CHECK(probe.file_system == gb::volume_of(folder).file_system);
  CHECK(probe.file_system != "unknown");
  CHECK(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

TEST_CASE("a folder that cannot be probed gives -1 everywhere and the reason") {
  const gb::SyncProbe probe = gb::probe_durable_sync("/proc/self/no-such-folder");
  CHECK(probe.median_ns == -1);
  CHECK(probe.low_ns == -1);
  CHECK(probe.high_ns == -1);
  CHECK(probe.all_ns.empty());
  CHECK_FALSE(probe.reaches_device);
  CHECK(probe.why_not.find("create the probe's file: ") == 0);
}

TEST_CASE("a memory file system is told from a device by its name") {
  if (!std::filesystem::is_directory("/dev/shm")) return;
  const gb::Volume volume = gb::volume_of("/dev/shm");
  CHECK(volume.file_system == "tmpfs");
  CHECK(volume.in_memory);
  CHECK_FALSE(gb::volume_of("/proc").in_memory);
}
