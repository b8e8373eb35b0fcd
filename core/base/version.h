#pragma once

#include <string_view>

namespace gb {

/// Of this program: stamped into every result.
inline constexpr std::string_view kVersion = "0.1.0";

/// The commit it was built from, "none" outside a checkout, with "+" when the tree had changes.
extern const std::string_view kBuildCommit;

}  // namespace gb
