#include "coordinator/datasets/dataset_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/base/file.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

Error open_error(const fs::path& path, int error_number) {
  // ENOTDIR too: what O_DIRECTORY | O_NOFOLLOW says of a link to a folder.
  if (error_number == ELOOP || error_number == ENOTDIR) {
    return {ErrorCode::FailedPrecondition,
            fmt::format("{} is a symbolic link, which is not served; put the dataset itself there",
                        path.string())};
  }
  return system_error("open", path, error_number);
}

bool plain_name(std::string_view name) {
  return !name.empty() && name.front() != '.' &&
         name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

}  // namespace

DatasetFileReader::~DatasetFileReader() { ::close(descriptor_); }

Result<std::string> DatasetFileReader::stamp() const {
  struct stat is {};
  if (::fstat(descriptor_, &is) != 0) return tl::unexpected(system_error("stat", "a file", errno));
  if (!S_ISREG(is.st_mode)) return fail(ErrorCode::FailedPrecondition, "it is no regular file");
  return fmt::format("{}:{}:{}:{}.{}:{}.{}", is.st_dev, is.st_ino, is.st_size, is.st_mtim.tv_sec,
                     is.st_mtim.tv_nsec, is.st_ctim.tv_sec, is.st_ctim.tv_nsec);
}

Result<std::int64_t> DatasetFileReader::size() const {
  struct stat is {};
  if (::fstat(descriptor_, &is) != 0) return tl::unexpected(system_error("stat", "a file", errno));
  return static_cast<std::int64_t>(is.st_size);
}

Result<void> DatasetFileReader::read(std::int64_t offset, std::size_t most,
                                     std::string& bytes) const {
  bytes.resize(most);
  std::size_t done = 0;
  while (done < most) {
    const ssize_t got = ::pread(descriptor_, bytes.data() + done, most - done,
                                static_cast<off_t>(offset) + static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return tl::unexpected(system_error("read", "a file of the dataset", errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return {};
}

Result<DatasetFolder> DatasetFolder::open(const fs::path& folder) {
  const int descriptor =
      ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return tl::unexpected(open_error(folder, errno));
  // The shared lock that keeps every cache from removing it. Where there are no locks, nothing is
  // removed either; whoever holds it alone is removing it right now.
  if (::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor);
    return fail(ErrorCode::NotFound, "{} is being installed or removed", folder.string());
  }
  return DatasetFolder(folder, descriptor);
}

DatasetFolder::~DatasetFolder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

DatasetFolder::DatasetFolder(DatasetFolder&& other) noexcept
    : folder_(std::move(other.folder_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

Result<std::unique_ptr<DatasetFileReader>> DatasetFolder::open_file(const std::string& path) const {
  const std::size_t slash = path.find('/');
  const std::string part = slash == std::string::npos ? "" : path.substr(0, slash);
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  if ((!part.empty() && part != "nodes" && part != "rels") || !plain_name(name)) {
    return fail(ErrorCode::InvalidArgument, "\"{}\" is no file of a dataset", path.substr(0, 200));
  }
  int within_folder = descriptor_;
  if (!part.empty()) {
    within_folder =
        ::openat(descriptor_, part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (within_folder < 0) return tl::unexpected(open_error(folder_ / part, errno));
  }
  // O_NONBLOCK: a pipe laid there must not hold us up; it is refused by its stamp.
  const int file =
      ::openat(within_folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  const int error_number = errno;
  if (within_folder != descriptor_) ::close(within_folder);
  if (file < 0) return tl::unexpected(open_error(folder_ / path, error_number));
  auto reader = std::make_unique<DatasetFileReader>(file);
  if (const auto stamp = reader->stamp(); !stamp) {
    return within((folder_ / path).string(), stamp.error());
  }
  return reader;
}

}  // namespace gb
