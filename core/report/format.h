#pragma once

#include <string_view>

#include "core/base/error.h"

namespace gb {

enum class Format { Table, Markdown, Csv, Json, Html };

/// "table" (also empty), "markdown" or "md", "csv", "json", "html". InvalidArgument listing them.
Result<Format> parse_format(std::string_view text);

}  // namespace gb
