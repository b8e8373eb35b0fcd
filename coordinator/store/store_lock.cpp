#include "coordinator/store/store_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "core/base/file.h"

namespace gb {
namespace {

/// The process id in the file, or "an unknown process".
std::string holder(int file) {
  std::array<char, 32> text{};
  const ssize_t got = ::pread(file, text.data(), text.size() - 1, 0);
  std::string digits;
  for (ssize_t i = 0; i < got && text[static_cast<std::size_t>(i)] >= '0' &&
                      text[static_cast<std::size_t>(i)] <= '9';
       ++i) {
    digits += text[static_cast<std::size_t>(i)];
  }
  return digits.empty() ? "an unknown process" : "process " + digits;
}

}  // namespace

Result<StoreLock> StoreLock::take(const std::filesystem::path& store) {
  std::filesystem::path path = store;
  path += ".lock";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return tl::unexpected(system_error("open the lock file", path, errno));
  StoreLock lock(file);
  int outcome = 0;
  do {
    outcome = ::flock(file, LOCK_EX | LOCK_NB);
  } while (outcome != 0 && errno == EINTR);
  if (outcome != 0 && errno == EWOULDBLOCK) {
    return fail(ErrorCode::Unavailable,
                "the store {} is in use by {} (lock file {}); stop that coordinator or choose "
                "another store",
                store.string(), holder(file), path.string());
  }
  if (outcome != 0) return tl::unexpected(system_error("lock", path, errno));
  // For people alone: on a full disk the lock holds without it.
  const std::string pid = std::to_string(::getpid()) + "\n";
  if (::ftruncate(file, 0) != 0 ||
      ::pwrite(file, pid.data(), pid.size(), 0) != static_cast<ssize_t>(pid.size())) {
    [[maybe_unused]] const int emptied = ::ftruncate(file, 0);
  }
  return lock;
}

StoreLock::~StoreLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace gb
