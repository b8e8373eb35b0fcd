#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/data/dataset.h"

namespace gb {

/// Name, folder, counts and checksum, for machines.
nlohmann::json dataset_json(const Dataset& dataset);

/// "<folder> TAB nodes=<n> TAB edges=<m> TAB <checksum>", plus TAB and `mark` if there is one, and
/// a line end: the reference harness's line.
std::string dataset_line(const Dataset& dataset, std::string_view mark = {});

}  // namespace gb
