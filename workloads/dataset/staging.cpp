#include "workloads/dataset/staging.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "core/base/file.h"
#include "core/base/id.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kPrefix = ".gen-";
constexpr std::string_view kPartial = ".part-";
constexpr std::chrono::hours kPartialsStay{7 * 24};
constexpr std::size_t kUuidLength = 36;
constexpr std::chrono::milliseconds kLockPause{20};

enum class Locking { Locked, Taken, Impossible };

Locking try_lock(int descriptor) {
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    return errno == EWOULDBLOCK ? Locking::Taken : Locking::Impossible;
  }
  return Locking::Locked;
}

int open_folder(const fs::path& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Whether the path still leads to what the descriptor holds.
bool still_there(int descriptor, const fs::path& path) {
  struct stat held {};
  struct stat found {};
  return ::fstat(descriptor, &held) == 0 && ::lstat(path.c_str(), &found) == 0 &&
         held.st_ino == found.st_ino && held.st_dev == found.st_dev;
}

}  // namespace

HeldLock::~HeldLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

HeldLock::HeldLock(HeldLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

HeldLock& HeldLock::operator=(HeldLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Result<HeldLock> HeldLock::wait_for(const fs::path& path, const std::stop_token& stop) {
  // Reading is enough for flock, and lets users who share a folder share its locks.
  HeldLock lock(::open(path.c_str(), O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (lock.descriptor_ < 0) return tl::unexpected(system_error("create the lock", path, errno));
  for (;;) {
    switch (try_lock(lock.descriptor_)) {
      case Locking::Locked:
        return lock;
      case Locking::Impossible:
        return tl::unexpected(system_error("lock", path, errno));
      case Locking::Taken:
        break;
    }
    if (stop.stop_requested()) {
      return fail(ErrorCode::Cancelled, "cancelled while waiting for another process");
    }
    std::this_thread::sleep_for(kLockPause);  // flock itself cannot be told to give up
  }
}

Result<HeldLock> HeldLock::share(const fs::path& path) {
  HeldLock lock(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.descriptor_ < 0) return tl::unexpected(system_error("open", path, errno));
  // Waits for one who installs or removes it, which is soon over.
  while (::flock(lock.descriptor_, LOCK_SH) != 0 && errno == EINTR) {
  }
  struct stat held {};
  struct stat found {};
  const bool same = ::fstat(lock.descriptor_, &held) == 0 && ::stat(path.c_str(), &found) == 0 &&
                    held.st_ino == found.st_ino && held.st_dev == found.st_dev;
  if (!same) return fail(ErrorCode::NotFound, "{} was removed", path.string());
  return lock;
}

std::optional<HeldLock> HeldLock::take(const fs::path& path) {
  HeldLock lock(open_folder(path));
  if (lock.descriptor_ < 0 || try_lock(lock.descriptor_) == Locking::Taken ||
      !still_there(lock.descriptor_, path)) {
    return std::nullopt;
  }
  return lock;
}

Result<StagingFolder> StagingFolder::create(const fs::path& parent) {
  for (;;) {
    const fs::path path = parent / (std::string(kPrefix) + new_uuid_v7());
    if (::mkdir(path.c_str(), 0755) != 0) {
      return tl::unexpected(system_error("create the folder", path, errno));
    }
    HeldLock lock(open_folder(path));
    // A cleaner may come between mkdir and the lock; then it takes the folder, and we another one.
    // Where locks are impossible nobody cleans either.
    if (lock.descriptor_ >= 0 && try_lock(lock.descriptor_) != Locking::Taken &&
        still_there(lock.descriptor_, path)) {
      return StagingFolder(path, std::move(lock), false);
    }
  }
}

Result<StagingFolder> StagingFolder::resume(const fs::path& parent, const std::string& key,
                                            const std::stop_token& stop) {
  const fs::path path = parent / (std::string(kPartial) + key);
  for (;;) {
    if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) {
      return tl::unexpected(system_error("create the folder", path, errno));
    }
    HeldLock lock(open_folder(path));
    const int error_number = errno;
    if (lock.descriptor_ < 0 && error_number != ENOENT) {
      return tl::unexpected(system_error("open", path, error_number));
    }
    if (lock.descriptor_ >= 0 && try_lock(lock.descriptor_) != Locking::Taken &&
        still_there(lock.descriptor_, path)) {
      ::futimens(lock.descriptor_, nullptr);  // somebody still wants it
      return StagingFolder(path, std::move(lock), true);
    }
    if (stop.stop_requested()) {
      return fail(ErrorCode::Cancelled, "cancelled while waiting for another process");
    }
    std::this_thread::sleep_for(kLockPause);
  }
}

StagingFolder::StagingFolder(StagingFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)), stays_(other.stays_) {}

StagingFolder::~StagingFolder() {
  if (!stays_) discard();
}

void StagingFolder::discard() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(std::exchange(path_, {}), ignored);
}

Result<void> StagingFolder::install(const fs::path& target) {
  // rename() would replace an empty folder; one that is there is for the caller to judge.
  if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) != 0) {
    const int error_number = errno;
    std::error_code ignored;
    const bool exists = fs::exists(fs::symlink_status(target, ignored));
    if (error_number == EEXIST || (error_number == EINVAL && exists)) {
      return fail(ErrorCode::AlreadyExists, "{} is already there", target.string());
    }
    // A file system without RENAME_NOREPLACE.
    if (error_number != EINVAL) {
      return tl::unexpected(system_error("rename the new dataset to", target, error_number));
    }
    if (::rename(path_.c_str(), target.c_str()) != 0) {
      return tl::unexpected(system_error("rename the new dataset to", target, errno));
    }
  }
  path_.clear();
  return sync_folder(target.parent_path());
}

void remove_dead_staging(const fs::path& parent) {
  std::error_code error;
  fs::directory_iterator at(parent, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code unknown;
    const bool forgotten = name.starts_with(kPartial) &&
                           fs::last_write_time(at->path(), unknown) + kPartialsStay <
                               fs::file_time_type::clock::now() &&
                           !unknown;
    const bool staging = name.starts_with(kPrefix) && name.size() == kPrefix.size() + kUuidLength;
    if (!staging && !forgotten) continue;
    const int descriptor = open_folder(at->path());
    if (descriptor < 0) continue;
    std::error_code ignored;
    if (try_lock(descriptor) == Locking::Locked) fs::remove_all(at->path(), ignored);
    ::close(descriptor);
  }
}

}  // namespace gb
