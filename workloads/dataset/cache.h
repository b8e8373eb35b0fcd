#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/dataset/origin.h"
#include "workloads/dataset/progress.h"
#include "workloads/dataset/resources.h"
#include "workloads/dataset/wanted.h"

namespace gb {

/// How a dataset came to be at hand. No cache removes it while `dataset`, or a copy of it, lives.
struct Obtained {
  Dataset dataset;
  // "cache", "downloaded", "generated", "repaired" (the cached copy was corrupt and was replaced)
  std::string source;
  // For a person: what was wrong with a repaired copy, why it was not downloaded, what was removed
  // to make room; else empty.
  std::string note;
};

/// A folder of datasets, `<name>-<checksum8>/` each. Safe for two processes at once: a lock per
/// recipe, a staging folder, fsync and rename. A corrupt entry is moved aside and made again. When
/// the folder grows beyond its limit, the datasets used longest ago are removed, but never one that
/// is open anywhere.
class DatasetCache {
 public:
  /// limit_bytes: how much the folder may hold; 0 means any amount.
  explicit DatasetCache(std::filesystem::path folder, std::int64_t limit_bytes = 0)
      : folder_(std::move(folder)), limit_bytes_(limit_bytes) {}

  /// Opens and verifies what is there, else generates. Cancelled, with nothing left behind, when
  /// `stop` asks for it while generating.
  Result<Obtained> obtain(const Recipe& recipe, const DatasetProgress& progress = {},
                          std::stop_token stop = {}) const;

  /// The same for anything that is wanted: opens what is there, else downloads it from `origin`,
  /// else generates it. NotFound, saying where was looked, when there is no recipe for it either.
  /// A download is verified like any entry before it gets its name; one that breaks off is kept and
  /// gone on with the next time, one that is not what was promised is thrown away.
  struct Help {
    DatasetOrigin* origin = nullptr;
    DownloadProgress downloading = {};
    DatasetProgress generating = {};
    GeneratorResources resources = {};  // for generating
  };
  Result<Obtained> obtain(const WantedDataset& wanted, const Help& help,
                          std::stop_token stop = {}) const;

  struct Entry {
    std::filesystem::path folder;
    Dataset dataset;      // as its manifest says; not verified by listing
    std::string problem;  // why it cannot be read; empty when fine
  };
  std::vector<Entry> list() const;

  /// The folder of the one entry called so: by the name of its folder, its dataset or its recipe.
  /// NotFound, or InvalidArgument when several fit, listing them.
  Result<std::filesystem::path> where(std::string_view name) const;
  /// Removes that entry and returns the folder it had. FailedPrecondition while somebody uses it.
  Result<std::filesystem::path> remove(std::string_view name) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  Result<Obtained> find_or_make(const WantedDataset& wanted, const Help& help,
                                std::stop_token stop) const;

  std::filesystem::path folder_;
  std::int64_t limit_bytes_;
};

/// How much a cache may hold, as $GRAPH_BENCH_DATASET_LIMIT says ("20GiB"); 0, no limit, where it
/// is unset or empty. InvalidArgument naming the variable.
Result<std::int64_t> dataset_limit_from_environment();

/// Reads the manifest, recomputes the checksum over all files and compares: DataLoss on a mismatch,
/// naming both. While the result or a copy of it lives, no cache removes the folder.
Result<Dataset> open_dataset(const std::filesystem::path& folder);

/// Generates into `out/<name>-<checksum8>/`, atomically; an equal dataset already there is kept.
/// Returns it opened, and whether it was already there.
struct Generated {
  Dataset dataset;
  bool already_there = false;
  std::string note;  // what was wrong with a copy that was replaced; empty otherwise
};
Result<Generated> generate_dataset(const Recipe& recipe, const std::filesystem::path& out,
                                   const DatasetProgress& progress = {}, std::stop_token stop = {},
                                   GeneratorResources resources = {});

}  // namespace gb
