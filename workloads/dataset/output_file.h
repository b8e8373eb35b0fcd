#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/base/error.h"

namespace gb {

/// A new file: refuses to replace one, and is on the disk once `finish` returned.
class OutputFile {
 public:
  /// A failure to create it is reported by the first `write`, or by `finish`.
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// ResourceExhausted when the disk is full.
  Result<void> write(std::string_view bytes);
  /// Syncs and closes.
  Result<void> finish();

 private:
  std::filesystem::path path_;
  int descriptor_;
  int open_error_;
  std::int64_t size_ = 0;
  std::int64_t given_ = 0;  // of it, to the device
};

}  // namespace gb
