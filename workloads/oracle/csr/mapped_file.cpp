#include "workloads/oracle/csr/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/base/file.h"

namespace gb {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return tl::unexpected(system_error("open", path, errno));
  struct stat status {};
  const bool known = ::fstat(file, &status) == 0;
  const int stat_error = errno;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const memory =
      known && size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0) : nullptr;
  const int map_error = errno;
  ::close(file);
  if (!known) return tl::unexpected(system_error("read", path, stat_error));
  if (memory == MAP_FAILED) return tl::unexpected(system_error("map", path, map_error));
  return MappedFile(static_cast<const char*>(memory), size);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace gb
