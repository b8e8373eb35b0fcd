#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "workloads/dataset/import/import_report.h"

namespace gb {

/// Bytes of the source read so far and in all, every pass counted. Called on the importing thread,
/// about once per 256 KiB.
using ImportProgress = std::function<void(std::int64_t, std::int64_t)>;

/// The file or folder that is imported. It is only read, and nothing outside of it is: neither by
/// "..", nor by an absolute name, nor through a symbolic link.
class ImportSource {
 public:
  /// NotFound; InvalidArgument for what is neither a regular file nor a folder; ResourceExhausted
  /// for a folder with more than 100,000 files.
  static Result<ImportSource> open(const std::filesystem::path& path, ImportProgress progress,
                                   std::stop_token stop);

  bool is_file() const { return is_file_; }
  /// The folder, canonical; for a file the one it lies in.
  const std::filesystem::path& root() const { return root_; }
  /// Every regular file, relative, in byte order; hidden ones and hidden folders are left out. Only
  /// the file itself when the source is one.
  const std::vector<std::string>& files() const { return files_; }
  bool has(std::string_view relative) const;

  /// Where the file lies. FailedPrecondition when that is outside of the source, NotFound when
  /// nowhere.
  Result<std::filesystem::path> resolve(std::string_view relative) const;

  /// Adds to the bytes that will be read, for the progress.
  void expect(std::string_view relative, int passes);
  /// Counts bytes that were read. Cancelled when somebody asked to stop.
  Result<void> advance(std::int64_t bytes);

  /// Remembers what a file was when it was read to its end. FailedPrecondition when an earlier pass
  /// read something else.
  Result<void> was_read(const ImportedFile& file);
  /// All files read so far, and the checksum over them.
  void describe(ImportReport& report) const;

 private:
  std::filesystem::path root_;
  bool is_file_ = false;
  std::vector<std::string> files_;
  std::map<std::string, ImportedFile, std::less<>> read_;
  ImportProgress progress_;
  std::stop_token stop_;
  std::int64_t read_bytes_ = 0;
  std::int64_t expected_bytes_ = 0;
};

}  // namespace gb
