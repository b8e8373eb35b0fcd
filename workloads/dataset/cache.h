#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/dataset/progress.h"
#include "workloads/dataset/recipe.h"

namespace gb {

/// How a dataset came to be at hand.
struct Obtained {
  Dataset dataset;
  std::string
      source;  // "cache", "generated", "repaired" (the cached copy was corrupt and was made again)
  std::string note;  // for a person: what was wrong with a repaired copy; empty otherwise
};

/// A folder of datasets, `<name>-<checksum8>/` each. Safe for two processes at once: a lock per
/// recipe, a staging folder, fsync and rename. A corrupt entry is moved aside and made again.
class DatasetCache {
 public:
  explicit DatasetCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Opens and verifies what is there, else generates. Cancelled, with nothing left behind, when
  /// `stop` asks for it while generating.
  Result<Obtained> obtain(const Recipe& recipe, const DatasetProgress& progress = {},
                          std::stop_token stop = {}) const;

  struct Entry {
    std::filesystem::path folder;
    Dataset dataset;      // as its manifest says; not verified by listing
    std::string problem;  // why it cannot be read; empty when fine
  };
  std::vector<Entry> list() const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

/// Reads the manifest, recomputes the checksum over all files and compares: DataLoss on a mismatch,
/// naming both.
Result<Dataset> open_dataset(const std::filesystem::path& folder);

/// Generates into `out/<name>-<checksum8>/`, atomically; an equal dataset already there is kept.
/// Returns it opened, and whether it was already there.
struct Generated {
  Dataset dataset;
  bool already_there = false;
};
Result<Generated> generate_dataset(const Recipe& recipe, const std::filesystem::path& out,
                                   const DatasetProgress& progress = {}, std::stop_token stop = {});

}  // namespace gb
