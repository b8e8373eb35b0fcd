#include "workloads/dataset/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/base/file.h"

namespace gb {
namespace {

constexpr off_t kGiveBytes = off_t{8} << 20U;

}  // namespace

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)),
      open_error_(descriptor_ < 0 ? errno : 0) {}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> OutputFile::write(std::string_view bytes) {
  if (descriptor_ < 0) return tl::unexpected(system_error("create", path_, open_error_));
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(system_error("write", path_, errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += written;
  }
#ifdef SYNC_FILE_RANGE_WRITE
  // Lets the device begin now, so that the sync at the end has little left to wait for. A hint:
  // what fails here fails there again.
  if (size_ - given_ >= kGiveBytes) {
    ::sync_file_range(descriptor_, given_, size_ - given_, SYNC_FILE_RANGE_WRITE);
    given_ = size_;
  }
#endif
  return {};
}

Result<void> OutputFile::finish() {
  if (descriptor_ < 0) return tl::unexpected(system_error("create", path_, open_error_));
  if (::fsync(descriptor_) != 0) return tl::unexpected(system_error("sync", path_, errno));
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    return tl::unexpected(system_error("close", path_, errno));
  }
  return {};
}

}  // namespace gb
