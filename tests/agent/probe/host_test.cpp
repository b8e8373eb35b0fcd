#include "agent/probe/host.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "agent/platform/process_tree.h"
#include "agent/platform/system.h"

TEST_CASE("the processor is named on x86, and on ARM kernels that name only numbers") {
  CHECK(gb::cpu_model_in(
            "processor\t: 0\nmodel name\t: Intel(R) Xeon(R) Processor\nmodel name\t: other") ==
        "Intel(R) Xeon(R) Processor");
  CHECK(gb::cpu_model_in("CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n") == "ARM Neoverse-N1");
  CHECK(gb::cpu_model_in("CPU implementer\t: 0x61\nCPU part\t: 0x022\n") == "Apple part 0x022");
  CHECK(
      gb::cpu_model_in("model name\t: ARMv7 Processor rev 3 (v7l)\nModel\t\t: Raspberry Pi 4\n") ==
      "Raspberry Pi 4");
  CHECK(gb::cpu_model_in("processor : 0\n") == "");
}

TEST_CASE("this machine has a name, processors and memory") {
  const gb::Hardware found = gb::hardware();
  CHECK(found.cores >= 1);
  CHECK(found.ram_bytes > 0);
  CHECK(found.os == "linux");
  CHECK_FALSE(found.arch.empty());
  CHECK(found.sync_ns == -1);  // not probed
  const std::string summary = gb::host_summary(found);
  CAPTURE(summary);
  CHECK(summary.find(found.cpu) == 0);
  CHECK(summary.find(" GiB · Linux ") != std::string::npos);
}

TEST_CASE("every host fact has a value, if only \"unknown\"") {
  const auto facts = gb::host_facts(std::filesystem::temp_directory_path());
  for (const char* key : {"kernel", "governor", "turbo", "smt", "virtualisation", "container",
                          "cpu_limit", "memory_limit", "file_system", "mount_options"}) {
    CAPTURE(key);
    REQUIRE(facts.count(key) == 1);
    CHECK_FALSE(facts.at(key).empty());
  }
}

TEST_CASE("the fingerprint stays the same and does not show the machine id") {
  const std::string fingerprint = gb::host_fingerprint();
  CHECK(fingerprint.size() == 64);
  CHECK(fingerprint == gb::host_fingerprint());
  const std::string id = gb::machine_id();
  if (!id.empty()) CHECK(fingerprint.find(id) == std::string::npos);
  CHECK(gb::boot_id() == gb::boot_id());
}

TEST_CASE("a process whose name holds a parenthesis and a blank is read right") {
  const auto entry = gb::process_entry_in(
      "4711 (a) S (b) R 12 4711 4700 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 1000 2000");
  CHECK(entry.id == 4711);
  CHECK(entry.state == 'R');
  CHECK(entry.parent == 12);
  CHECK(entry.group == 4711);
  CHECK(entry.session == 4700);
  CHECK(entry.start_ticks == 98765);
  CHECK(gb::process_entry_in("garbage").id == 0);
}
