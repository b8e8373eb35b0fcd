#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "workloads/dataset/recipe.h"

namespace gb {

/// A dataset as somebody asks for it: one that a recipe makes, or one that only has a name, such as
/// imported real data.
struct WantedDataset {
  std::string name;              // of its manifest
  std::string checksum;          // "sha256:" and 64 hex digits; empty: whatever it is
  std::string recipe_block;      // as `recipe_block`; empty without a recipe
  std::optional<Recipe> recipe;  // how to make it
};

/// Reads what a workload names: a recipe's name, else "<dataset>" or "<dataset>@sha256:<64 hex
/// digits>". InvalidArgument for a name that can be no folder's, or a checksum of another form.
Result<WantedDataset> wanted_dataset(std::string_view text);
WantedDataset wanted_of(const Recipe& recipe);

/// Whether a dataset may be called so, and so its folder: [A-Za-z0-9._-]{1,128}, not starting with
/// a dot or a dash.
bool is_dataset_name(std::string_view text);
/// "sha256:" and 64 lower-case hex digits.
bool is_checksum(std::string_view text);

}  // namespace gb
