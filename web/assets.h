#pragma once

#include <string_view>

namespace gb {

/// A file of this folder, built into the program, so that a coordinator is one file.
struct WebAsset {
  std::string_view name;  // "app.js"
  const char* content_type;
  std::string_view sha256;  // 64 hex digits
  std::string_view bytes;
};

/// The asset at a path such as "/" or "/app.js"; null when there is none.
const WebAsset* find_web_asset(std::string_view path);

}  // namespace gb
