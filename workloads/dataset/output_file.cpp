#include "workloads/dataset/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/base/file.h"

namespace gb {

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
  }
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
