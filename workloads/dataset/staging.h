#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "core/base/error.h"

namespace gb {

/// An advisory lock (flock) on a file or folder, held until destroyed or until the process dies.
class HeldLock {
 public:
  HeldLock() = default;
  /// Waits for the lock on `path`, a file that is created if need be and stays.
  /// Cancelled when `stop` asks for it while waiting.
  static Result<HeldLock> wait_for(const std::filesystem::path& path,
                                   const std::stop_token& stop = {});

  /// A share in the folder `path`, which a cache then does not remove. NotFound when it is not
  /// there or went away meanwhile. Where a file system has no locks it holds nothing.
  static Result<HeldLock> share(const std::filesystem::path& path);
  /// The folder for itself alone; nothing when others have a share, or there is no such folder.
  static std::optional<HeldLock> take(const std::filesystem::path& path);

  ~HeldLock();
  HeldLock(HeldLock&& other) noexcept;
  HeldLock& operator=(HeldLock&& other) noexcept;

 private:
  friend class StagingFolder;
  explicit HeldLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

/// A folder ".gen-<uuid>" in which a dataset is built, removed unless `install` moved it to its
/// place; or ".part-<key>", into which one is downloaded or generated and which stays until then,
/// so that this goes on where it broke off. Its owner holds a lock on it, so a folder whose lock
/// can be had belongs to a dead process.
class StagingFolder {
 public:
  static Result<StagingFolder> create(const std::filesystem::path& parent);
  /// The partial one of this key, empty when there was none. Waits for another who has it;
  /// Cancelled when `stop` asks for it meanwhile.
  static Result<StagingFolder> resume(const std::filesystem::path& parent, const std::string& key,
                                      const std::stop_token& stop);

  ~StagingFolder();
  StagingFolder(StagingFolder&& other) noexcept;
  StagingFolder& operator=(StagingFolder&&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Renames it to `target` and syncs the parent. AlreadyExists, and nothing changed, when there is
  /// something at `target`.
  Result<void> install(const std::filesystem::path& target);
  /// Removes it and what is in it.
  void discard();
  /// Gives up the lock on what was installed, so that others may use it.
  void let_go() { lock_ = HeldLock(); }

 private:
  StagingFolder(std::filesystem::path path, HeldLock lock, bool stays)
      : path_(std::move(path)), lock_(std::move(lock)), stays_(stays) {}

  std::filesystem::path path_;  // empty once installed
  HeldLock lock_;
  bool stays_;
};

/// Removes the staging folders in `parent` whose owners are dead, and partial datasets that nobody
/// went on with for a week; anything in doubt stays.
void remove_dead_staging(const std::filesystem::path& parent);

}  // namespace gb
