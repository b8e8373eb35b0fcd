#pragma once

#include <cstdint>

namespace gb {

/// What the kernel counted for this process, or for its reaped children, since its start. Times in
/// ns. A group whose `known` is false could not be read at all.
struct Usage {
  bool known = false;
  std::int64_t max_rss_bytes = 0;  // high-water mark; of children: the largest single one
  std::int64_t user_ns = 0, system_ns = 0;
  std::int64_t minor_faults = 0, major_faults = 0;
  std::int64_t voluntary_switches = 0, involuntary_switches = 0;
  std::int64_t block_input = 0, block_output = 0;
};

Usage usage_of_self();
Usage usage_of_children();

/// Bytes that went to and came from devices, by this process and its reaped children
/// (/proc/self/io adds those; measurement §15).
struct DiskUsage {
  bool known = false;
  std::int64_t read_bytes = 0, write_bytes = 0;
};
DiskUsage disk_usage();

}  // namespace gb
