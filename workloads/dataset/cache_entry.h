#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/dataset/wanted.h"

namespace gb {

/// "<manifest name>-<first 8 digits of the checksum>"
std::string folder_name(const Dataset& dataset);

/// What a folder of datasets holds of one that is wanted.
struct Lookup {
  std::optional<Dataset> dataset;  // opened, and as its recipe describes it
  std::filesystem::path corrupt;   // the first entry that should have been it and is not
  std::string problem;             // of that entry
};

/// Opens the entries whose name fits until one is it, byte for byte. FailedPrecondition when an
/// entry is a symbolic link that leads out of `folder`. InvalidArgument when it has neither recipe
/// nor checksum and several different ones are there.
Result<Lookup> look_up(const std::filesystem::path& folder, const WantedDataset& wanted);

/// Why this opened dataset is not the one that is wanted; empty when it is. The checksum covers
/// neither schema nor counts, so with a recipe the whole manifest is compared.
std::string difference(const Dataset& opened, const WantedDataset& wanted);

/// As open_dataset, of a folder that its caller has locked for itself alone.
Result<Dataset> open_unshared(const std::filesystem::path& folder);

/// Renames an entry to ".corrupt-<entry>-<uuid>" and removes the copies of it that were moved aside
/// before; returns the new path.
Result<std::filesystem::path> move_aside(const std::filesystem::path& entry);

}  // namespace gb
