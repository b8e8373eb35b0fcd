#include "core/base/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/base/id.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

/// An open file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

Result<void> write_and_sync(const fs::path& path, std::string_view bytes) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (file.get() < 0) return tl::unexpected(system_error("create", path, errno));
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return tl::unexpected(system_error("write", path, errno));
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file.get()) != 0) return tl::unexpected(system_error("sync", path, errno));
  return {};
}

Result<void> put(const fs::path& path, std::string_view bytes, bool replace) {
  std::error_code ignored;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code made;
  fs::create_directories(folder, made);
  if (made) return tl::unexpected(system_error("create the folder", folder, made.value()));
  const fs::path temporary =
      folder / ("." + path.filename().string() + "." + new_uuid_v7() + ".tmp");
  if (auto written = write_and_sync(temporary, bytes); !written) {
    fs::remove(temporary, ignored);
    return written;
  }
  // link() refuses to replace, rename() replaces; both are atomic.
  const int done =
      replace ? ::rename(temporary.c_str(), path.c_str()) : ::link(temporary.c_str(), path.c_str());
  const int error_number = errno;
  if (done != 0 || !replace) fs::remove(temporary, ignored);
  if (done != 0) return tl::unexpected(system_error("create", path, error_number));
  return sync_folder(folder);
}

}  // namespace

Error system_error(std::string_view doing, const fs::path& path, int error_number) {
  ErrorCode code = ErrorCode::Internal;
  switch (error_number) {
    case ENOENT:
      code = ErrorCode::NotFound;
      break;
    case EEXIST:
      code = ErrorCode::AlreadyExists;
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      code = ErrorCode::PermissionDenied;
      break;
    case ENOSPC:
    case EDQUOT:
    case EMFILE:
    case ENFILE:
      code = ErrorCode::ResourceExhausted;
      break;
    default:
      break;
  }
  return {code, fmt::format("cannot {} {}: {}", doing, path.string(), std::strerror(error_number))};
}

Result<std::string> read_file(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return tl::unexpected(system_error("open", path, errno));
  std::string bytes;
  std::string buffer(1 << 16, '\0');
  for (;;) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0) {
      if (errno == EINTR) continue;
      return tl::unexpected(system_error("read", path, errno));
    }
    if (got == 0) return bytes;
    bytes.append(buffer, 0, static_cast<std::size_t>(got));
  }
}

Result<void> write_file_durably(const fs::path& path, std::string_view bytes) {
  return put(path, bytes, true);
}

Result<void> create_file_durably(const fs::path& path, std::string_view bytes) {
  return put(path, bytes, false);
}

Result<void> sync_folder(const fs::path& folder) {
  const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.get() < 0) return tl::unexpected(system_error("open", folder, errno));
  if (::fsync(file.get()) != 0) return tl::unexpected(system_error("sync", folder, errno));
  return {};
}

std::int64_t folder_bytes(const fs::path& folder) {
  std::error_code error;
  std::int64_t total = 0;
  fs::recursive_directory_iterator at(folder, error);
  if (folder.empty() || error) return -1;
  for (const fs::recursive_directory_iterator end; at != end; at.increment(error)) {
    if (error) return -1;
    if (at->is_symlink(error) || !at->is_regular_file(error)) continue;
    const auto size = at->file_size(error);
    if (error) return -1;
    total += static_cast<std::int64_t>(size);
  }
  return total;
}

fs::path default_data_folder() {
  const auto variable = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string(text == nullptr ? "" : text);
  };
  if (const auto home = variable("GRAPH_BENCH_HOME"); !home.empty()) return home;
  if (::geteuid() == 0) return "/var/lib/graph-bench";
  if (const auto data = variable("XDG_DATA_HOME"); !data.empty())
    return fs::path(data) / "graph-bench";
  return fs::path(variable("HOME")) / ".local" / "share" / "graph-bench";
}

}  // namespace gb
