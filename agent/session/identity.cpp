#include "agent/session/identity.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string>
#include <utility>

#include "core/base/file.h"

namespace gb {

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return tl::unexpected(system_error("create the folder", folder, error.value()));
  const std::filesystem::path path = folder / "lock";
  FolderLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (lock.descriptor_ < 0) return tl::unexpected(system_error("open", path, errno));
  if (::flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return tl::unexpected(system_error("lock", path, errno));
    std::array<char, 32> holder{};
    const ssize_t length = ::pread(lock.descriptor_, holder.data(), holder.size(), 0);
    return fail(
        ErrorCode::Unavailable,
        "the data folder {} belongs to another agent that is running{}; stop it, or give this one "
        "another --data",
        folder.string(),
        length > 0 ? fmt::format(" (process {})",
                                 std::string_view(holder.data(), static_cast<std::size_t>(length)))
                   : "");
  }
  const std::string process = std::to_string(::getpid());
  // For the message above alone, so an error does no harm.
  if (::ftruncate(lock.descriptor_, 0) == 0) {
    [[maybe_unused]] const ssize_t written =
        ::pwrite(lock.descriptor_, process.data(), process.size(), 0);
  }
  return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::uint64_t> next_session_epoch(const std::filesystem::path& file, WallTime now) {
  std::uint64_t before = 0;
  if (const auto text = read_file(file)) {
    std::from_chars(text->data(), text->data() + text->size(), before);
  } else if (text.error().code != ErrorCode::NotFound) {
    return tl::unexpected(text.error());
  }
  const auto clock = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch());
  const std::uint64_t epoch =
      std::max(before + 1, static_cast<std::uint64_t>(std::max<std::int64_t>(clock.count(), 0)));
  if (auto written = write_file_durably(file, std::to_string(epoch) + "\n"); !written) {
    return tl::unexpected(written.error());
  }
  return epoch;
}

}  // namespace gb
