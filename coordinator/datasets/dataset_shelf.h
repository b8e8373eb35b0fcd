#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// What somebody asks a shelf for; what is empty is left open, but not both of name and checksum.
struct DatasetQuestion {
  std::string name = {};      // of the manifest
  std::string checksum = {};  // "sha256:" and 64 hex digits
  std::string recipe = {};    // as `recipe_block`
};

struct ShelvedFile {
  std::string path;  // "manifest.json", "nodes/Person.csv"
  std::int64_t bytes = 0;
  std::string sha256;  // 64 hex digits
};

struct ShelvedDataset {
  std::string name, checksum;
  std::filesystem::path folder;
  std::vector<ShelvedFile> files;  // the manifest first, the others in hashing order
};

struct ShelfLimits {
  std::size_t files = 10'000;    // of one dataset: their list must fit into one message
  std::size_t folders = 10'000;  // looked at for one question
};

/// The datasets in one folder, laid out as an agent's cache (`<name>-<checksum8>/`): generated,
/// imported or copied there by an operator at any time. Every question looks at the folder anew; a
/// dataset is verified when it is first asked for and again when any of its files has changed.
/// Belongs to one thread.
class DatasetShelf {
 public:
  /// folder: may not exist (yet); empty: there is nothing.
  explicit DatasetShelf(std::filesystem::path folder, ShelfLimits limits = {})
      : folder_(std::move(folder)), limits_(limits) {}

  /// NotFound, saying where was looked. InvalidArgument: a question that asks nothing, or several
  /// datasets fit. DataLoss: its checksum is not the manifest's. FailedPrecondition: a symbolic
  /// link. ResourceExhausted: over a limit. Cancelled when `stop` asks for it.
  Result<ShelvedDataset> find(const DatasetQuestion& question, std::stop_token stop = {});

 private:
  struct Known {
    std::string stamps;  // of all files, when it was verified
    ShelvedDataset dataset;
  };
  Result<std::vector<std::filesystem::path>> fitting(const DatasetQuestion& question) const;
  Result<ShelvedDataset> verified(const std::filesystem::path& folder, const std::stop_token& stop);

  const std::filesystem::path folder_;
  const ShelfLimits limits_;
  std::map<std::filesystem::path, Known> known_;
};

}  // namespace gb
