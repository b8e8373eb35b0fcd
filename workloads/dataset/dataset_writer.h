#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/sha256.h"
#include "core/data/csv_writer.h"
#include "core/data/dataset.h"
#include "workloads/dataset/made_files.h"
#include "workloads/dataset/progress.h"
#include "workloads/dataset/resources.h"
#include "workloads/dataset/stop_check.h"
#include "workloads/dataset/table_output.h"

namespace gb {

/// Writes the files of one dataset into a folder: a file per table, each fsynced, then the
/// manifest. Files that an interrupted process finished there are kept, once they hash as that
/// process has listed; anything else in the folder is removed. The checksum runs along: a file is
/// hashed while it is written when all files before it in hashing order are finished, else once
/// they are, from the page cache. Formatting uses all threads it may; hashing and writing are done
/// by one of them at a time, in order.
class DatasetWriter {
 public:
  /// description: name, generator, parameters and schema; its counts, where they are known before,
  /// serve the progress alone. stop: makes the next block fail as Cancelled.
  static Result<DatasetWriter> create(Dataset description, const std::filesystem::path& folder,
                                      DatasetProgress progress, std::stop_token stop = {},
                                      GeneratorResources resources = {});

  /// Cancelled once somebody asked to stop: for the long stretches in which nothing is written.
  /// Any thread may ask.
  Result<void> still_wanted() const;
  /// The same for drawing.
  StopCheck stop_check() const { return StopCheck(stop_); }
  const std::stop_token& stop() const { return stop_; }

  /// The stream that all rows are drawn from, if they are: behind a file that is kept it goes on
  /// where it did. It outlives the writing.
  void draws_from(SplitMix64& random) { random_ = &random; }

  unsigned threads() const { return threads_; }
  /// What sorting edges may use.
  std::int64_t sort_memory_bytes() const { return sort_memory_bytes_; }

  /// Formats all rows of a table. Stop at the first `end_row` that returns false.
  using Rows = std::function<void(CsvWriter&)>;
  /// Puts all rows of a table, in as many steps as it likes.
  using Fill = std::function<Result<void>(TableOutput&)>;

  /// nodes/<label>.csv: "id:ID", then the properties; a table without any names its label instead,
  /// as ":LABEL".
  Result<void> nodes(std::string_view label, const Rows& rows, Leaves leaves = Leaves::Nothing);
  /// rels/<type>.csv: ":START_ID,:END_ID,:TYPE", then the properties.
  Result<void> rels(std::string_view type, const Rows& rows);
  Result<void> fill_nodes(std::string_view label, const Fill& fill,
                          Leaves leaves = Leaves::Nothing);
  Result<void> fill_rels(std::string_view type, const Fill& fill);

  /// Writes the manifest and syncs the folders. Internal when a table of the schema was not
  /// written.
  Result<Dataset> finish();

 private:
  DatasetWriter() = default;
  Result<void> take_over();
  Result<bool> trusted(const MadeFile& file);
  Result<std::int64_t> write(const std::string& relative, const std::string& header,
                             const Fill& fill, Leaves leaves);
  Result<std::int64_t> keep(const MadeFile& file, const Fill& fill, Leaves leaves);
  bool follows(const std::string& relative) const {
    return hashed_ < order_.size() && order_[hashed_] == relative;
  }
  Result<void> close_in_order(const std::string& relative, bool hashed);

  Dataset dataset_;
  DatasetProgress progress_;
  std::stop_token stop_;
  unsigned threads_ = 1;
  std::int64_t sort_memory_bytes_ = 0;
  std::int64_t expected_rows_ = 0;
  std::int64_t rows_ = 0;
  std::int64_t node_rows_ = 0;
  std::vector<std::string> order_;  // every file, in hashing order
  std::size_t hashed_ = 0;          // how many of them are in sha_
  std::set<std::string> unhashed_;  // written too early, hashed later
  Sha256 sha_;
  std::map<std::string, MadeFile> kept_;  // by path
  SplitMix64* random_ = nullptr;
};

}  // namespace gb
