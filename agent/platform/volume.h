#pragma once

#include <filesystem>
#include <string>

#include "core/base/error.h"

namespace gb {

/// The volume a folder lies on.
struct Volume {
  std::string file_system = "unknown";  // "ext4", "tmpfs", "apfs"
  std::string mount_options;            // as mounted: "rw,relatime"; empty where unknown
  std::string device;                   // "/dev/sda1", "tmpfs"; empty where unknown
  bool in_memory = false;               // a flush there cannot reach a device
};

/// Asks statfs, and on Linux the mount table for the exact name and options. Never fails: unknown
/// is an answer.
Volume volume_of(const std::filesystem::path& folder);

/// Makes what was written durable, through the drive's own cache as far as the system offers that:
/// Linux fsync, macOS F_FULLFSYNC. Returns 0 or an errno.
int flush_to_device(int descriptor);

}  // namespace gb
