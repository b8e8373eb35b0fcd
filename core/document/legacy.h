#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/document/result_document.h"

namespace gb {

/// Maps a document of the reference's first generation ("schema 2": capitalised names, class codes,
/// no verification; result-document §5). What it did not record stays empty, and its resource block
/// is unknown rather than zero. root: a JSON object. problem: receives the first wrong field.
/// Private to core/document.
ResultDocument read_legacy(const nlohmann::json& root, std::optional<std::string>& problem);

}  // namespace gb
