#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace gb {

/// What the operating system says of this machine. "unknown", empty or -1 where nobody can answer.

/// First `model name` line of /proc/cpuinfo; ARM: the implementer and part, named where known, or
/// the device tree's model; macOS: machdep.cpu.brand_string; else "unknown".
std::string cpu_model();

/// The same from the text of a /proc/cpuinfo; empty when it names none.
std::string cpu_model_in(const std::string& cpuinfo);

/// Logical processors this process may run on (its affinity), not those the machine has.
std::int64_t cores_for_this_process();

/// MemTotal x 1024; macOS: hw.memsize; else -1.
std::int64_t ram_bytes();

std::string os_name();         // "linux", "darwin", "windows"
std::string arch_name();       // "amd64", "arm64", else as uname says
std::string kernel_release();  // "6.1.0-18-amd64"

/// The raw machine id, for hashing only: never store or send it. Empty where there is none.
std::string machine_id();

/// Changes with every boot; empty where nobody can answer.
std::string boot_id();

/// Facts that change how fast the machine is and that hold for a whole run: "governor", "turbo",
/// "smt", "virtualisation", "container", "cpu_limit", "memory_limit", "numa_nodes", "clock_source",
/// "transparent_hugepages", "distribution". "unknown" for what nobody can answer.
std::map<std::string, std::string> machine_facts();

/// Jiffies of all processors since boot, from the first line of /proc/stat.
struct CpuTimes {
  std::uint64_t busy = 0;   // user, nice, system, interrupts
  std::uint64_t steal = 0;  // the hypervisor gave it to somebody else
  std::uint64_t total = 0;  // both, idle and waiting for a device; 0: nobody can answer
};
CpuTimes cpu_times();
CpuTimes cpu_times_in(const std::string& stat_text);

/// Load averages over 1, 5 and 15 minutes; -1 each where there are none.
struct LoadAverages {
  double one = -1, five = -1, fifteen = -1;
};
LoadAverages load_averages();

/// The whole of a small file of /proc or /sys, white space at the end cut off; empty when it cannot
/// be read.
std::string small_file(const std::string& path);

}  // namespace gb
