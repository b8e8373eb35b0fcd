#pragma once

#include <filesystem>
#include <utility>

#include "core/base/error.h"

namespace gb {

/// Holds a store for this process: an advisory lock (flock) on "<store>.lock", which carries the
/// holder's process id. Freed by the destructor and by the system when the process dies.
class StoreLock {
 public:
  /// Unavailable when another process has it, naming the file and that process.
  static Result<StoreLock> take(const std::filesystem::path& store);
  ~StoreLock();
  StoreLock(StoreLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  StoreLock& operator=(StoreLock&&) = delete;

 private:
  explicit StoreLock(int file) : file_(file) {}
  int file_ = -1;
};

}  // namespace gb
