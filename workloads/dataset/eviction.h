#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// Records that an entry of the folder of datasets was used now: the time of the small file
/// `.used/<entry>`. A folder that cannot be written records nothing.
void record_use(const std::filesystem::path& entry);

/// Removes an entry that nobody uses. Its name is gone before its files are, so that nobody finds
/// half of it. FailedPrecondition when somebody uses it.
Result<void> remove_entry(const std::filesystem::path& entry);

/// What `make_room` did.
struct Eviction {
  std::vector<std::string> removed;  // names of entries
  std::int64_t bytes = 0;            // held by what is still there
};

/// Removes entries, the one used longest ago first and corrupt copies before any, until the folder
/// holds at most `limit_bytes`; entries in use stay. limit_bytes: 0 means no limit.
Eviction make_room(const std::filesystem::path& folder, std::int64_t limit_bytes);

}  // namespace gb
