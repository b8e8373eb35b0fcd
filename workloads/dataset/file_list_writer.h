#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/data/csv_writer.h"
#include "core/data/dataset.h"
#include "workloads/dataset/made_files.h"
#include "workloads/dataset/progress.h"
#include "workloads/dataset/stop_check.h"

namespace gb {

/// Writes a dataset whose definition lists its files (other-harnesses §2.5, §3.2, §4.3) into a
/// folder: each fsynced, counted and hashed while it is written, then the manifest with the
/// checksum of the list. Files that an interrupted process finished there are kept, once they hash
/// as that process has listed; anything else in the folder is removed.
class FileListWriter {
 public:
  /// description: with `listed_files` naming every file, in the order of the checksum.
  static Result<FileListWriter> create(Dataset description, const std::filesystem::path& folder,
                                       DatasetProgress progress, std::stop_token stop = {});

  /// For the long stretches in which nothing is written.
  StopCheck stop_check() const { return StopCheck(stop_); }

  /// Formats all rows of a file. Stop at the first `end_row` that returns false.
  using Rows = std::function<void(CsvWriter&)>;

  /// A listed file, once each, in any order. header: none for a file that has no header line.
  Result<void> write(std::string_view path, std::optional<std::string_view> header,
                     const Rows& rows, Leaves leaves = Leaves::Nothing);

  /// Writes the manifest and syncs the folders. Internal when a listed file was not written.
  Result<Dataset> finish();

 private:
  FileListWriter() = default;
  Result<void> still_wanted() const;
  Result<void> take_over();
  Result<void> keep(const ListedFile& file, const Rows& rows, Leaves leaves);

  Dataset dataset_;
  DatasetProgress progress_;
  std::stop_token stop_;
  std::int64_t expected_rows_ = 0;
  std::set<std::string, std::less<>> kept_;  // paths
  std::int64_t rows_ = 0;                    // in the finished files that count for the progress
};

}  // namespace gb
