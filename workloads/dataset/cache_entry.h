#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/dataset/recipe.h"

namespace gb {

/// "<manifest name>-<first 8 digits of the checksum>"
std::string folder_name(const Dataset& dataset);

/// What a folder of datasets holds for one recipe.
struct Lookup {
  std::optional<Dataset> dataset;  // opened, and as the recipe describes it
  std::filesystem::path corrupt;   // the first entry that should have been it and is not
  std::string problem;             // of that entry
};

/// Opens the entries whose name fits the recipe until one is it, byte for byte. FailedPrecondition
/// when an entry is a symbolic link that leads out of `folder`.
Result<Lookup> look_up(const std::filesystem::path& folder, const Recipe& recipe);

/// Renames an entry to ".corrupt-<entry>-<uuid>" and removes the copies of it that were moved aside
/// before; returns the new path.
Result<std::filesystem::path> move_aside(const std::filesystem::path& entry);

}  // namespace gb
