#pragma once

#include <cstdint>
#include <filesystem>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace gb {

/// The hold one agent has on its data folder, so that two never share one; ends with the process.
class FolderLock {
 public:
  /// Unavailable: another process has it; the message names the folder and, where known, the
  /// process.
  static Result<FolderLock> take(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  ~FolderLock();

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

/// The epoch of a session that starts now: larger than any before it in this folder, and durable
/// when it returns. It is the wall clock in microseconds where that is larger, so that a folder
/// that was emptied still grows, and two agents with copies of one folder do not get the same.
Result<std::uint64_t> next_session_epoch(const std::filesystem::path& file, WallTime now);

}  // namespace gb
