#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "core/base/error.h"

namespace gb {

/// A file's bytes in memory, read-only, for as long as this lives. Nobody may shorten the file
/// meanwhile.
class MappedFile {
 public:
  /// NotFound, PermissionDenied or Internal, naming the path and the system's reason.
  static Result<MappedFile> open(const std::filesystem::path& path);

  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::string_view bytes() const { return {data_, size_}; }

 private:
  MappedFile(const char* data, std::size_t size) : data_(data), size_(size) {}

  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace gb
