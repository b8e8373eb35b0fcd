#include "agent/platform/usage.h"

#include <sys/resource.h>

#include <sstream>
#include <string>

#include "agent/platform/system.h"

namespace gb {
namespace {

std::int64_t nanos(const timeval& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::int64_t>(time.tv_usec) * 1'000;
}

Usage usage_of(int who) {
  rusage counted{};
  if (getrusage(who, &counted) != 0) return {};
#if defined(__APPLE__)
  const std::int64_t unit = 1;
#else
  const std::int64_t unit = 1024;
#endif
  return {.known = true,
          .max_rss_bytes = counted.ru_maxrss * unit,
          .user_ns = nanos(counted.ru_utime),
          .system_ns = nanos(counted.ru_stime),
          .minor_faults = counted.ru_minflt,
          .major_faults = counted.ru_majflt,
          .voluntary_switches = counted.ru_nvcsw,
          .involuntary_switches = counted.ru_nivcsw,
          .block_input = counted.ru_inblock,
          .block_output = counted.ru_oublock};
}

/// The number behind "key:" in a file of such lines; -1 without it.
std::int64_t number_behind(const std::string& text, const std::string& key) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::int64_t value = -1;
    if (word == key && words >> value) return value;
  }
  return -1;
}

}  // namespace

Usage usage_of_self() {
  Usage usage = usage_of(RUSAGE_SELF);
  // ru_maxrss survives exec: a runner forked from a fat agent would report the agent's memory as
  // the engine's peak. VmHWM belongs to the address space and starts anew.
  const std::int64_t peak_kib = number_behind(small_file("/proc/self/status"), "VmHWM:");
  if (usage.known && peak_kib > 0) usage.max_rss_bytes = peak_kib * 1024;
  return usage;
}

Usage usage_of_children() { return usage_of(RUSAGE_CHILDREN); }

DiskUsage disk_usage() {
  const std::string text = small_file("/proc/self/io");
  const std::int64_t read = number_behind(text, "read_bytes:");
  const std::int64_t written = number_behind(text, "write_bytes:");
  if (read < 0 || written < 0) return {};
  return {.known = true, .read_bytes = read, .write_bytes = written};
}

}  // namespace gb
