#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// One open file of a dataset; closes itself.
class DatasetFileReader {
 public:
  explicit DatasetFileReader(int descriptor) : descriptor_(descriptor) {}
  ~DatasetFileReader();
  DatasetFileReader(const DatasetFileReader&) = delete;
  DatasetFileReader& operator=(const DatasetFileReader&) = delete;

  /// What tells whether a file is still the one it was: device, inode, size and times.
  /// FailedPrecondition when it is no regular file.
  Result<std::string> stamp() const;
  Result<std::int64_t> size() const;
  /// Up to `most` bytes from `offset` into `bytes`, fewer only at the end of the file.
  Result<void> read(std::int64_t offset, std::size_t most, std::string& bytes) const;

 private:
  int descriptor_;
};

/// A dataset's folder, opened so that nothing in it leads elsewhere: no symbolic link is followed,
/// be it the folder, nodes/, rels/ or a file. While it is open no cache on this machine removes it.
class DatasetFolder {
 public:
  /// NotFound; FailedPrecondition for a symbolic link.
  static Result<DatasetFolder> open(const std::filesystem::path& folder);
  ~DatasetFolder();
  DatasetFolder(DatasetFolder&& other) noexcept;
  DatasetFolder& operator=(DatasetFolder&&) = delete;

  /// path: "manifest.json", "nodes/Person.csv". InvalidArgument for a path of any other shape.
  Result<std::unique_ptr<DatasetFileReader>> open_file(const std::string& path) const;

 private:
  DatasetFolder(std::filesystem::path folder, int descriptor)
      : folder_(std::move(folder)), descriptor_(descriptor) {}

  std::filesystem::path folder_;  // for messages
  int descriptor_;
};

}  // namespace gb
