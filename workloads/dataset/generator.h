#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "workloads/dataset/progress.h"
#include "workloads/dataset/recipe.h"
#include "workloads/dataset/resources.h"

namespace gb {

/// What a recipe will become: everything but folder, files, checksum and such counts as only the
/// generating tells (0). recipe: checked.
Dataset describe(const Recipe& recipe);

/// Writes files and manifest of a checked recipe into `folder`, which exists and is empty, or holds
/// what an interrupted call for the same recipe left: its finished files are kept.
/// ResourceExhausted when the disk is full, or plainly too small before a byte is written;
/// Cancelled when `stop` asks for it. What was written by then stays: `folder` is the caller's.
/// resources change how fast it is, never a byte; what draws from one stream alone uses few
/// threads.
Result<Dataset> generate_into(const std::filesystem::path& folder, const Recipe& recipe,
                              const DatasetProgress& progress = {}, std::stop_token stop = {},
                              GeneratorResources resources = {});

}  // namespace gb
