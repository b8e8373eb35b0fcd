#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/error.h"

namespace gb {

struct FiledResult {
  std::filesystem::path path;
  bool added = false;  // false: the same bytes were there already
};

/// Files a document somebody else wrote (schema 3, 4 or legacy) below `results` where `gb report`
/// finds it, its bytes untouched. Again: the same file, not added. A different document whose name
/// is taken gets its hash into the name. `name` is where the bytes came from, for messages.
/// InvalidArgument for what validate_document refuses.
Result<FiledResult> import_result(const std::filesystem::path& results, std::string_view bytes,
                                  std::string_view name);

}  // namespace gb
