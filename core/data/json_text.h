#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace gb {

/// A JSON string with its quotes, escaped as dataset checksums need it: `<`, `>`, `&` and the two
/// Unicode line separators as \u escapes as well. Bytes that are no UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

/// Compact JSON with keys in byte order and every number as a JSON float (datasets §4, §7). Nothing
/// when it nests deeper than 64 levels.
std::optional<std::string> compact_json(const nlohmann::json& value);

}  // namespace gb
