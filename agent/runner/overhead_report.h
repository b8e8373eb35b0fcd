#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "agent/runner/overhead.h"

namespace gb {

/// For a terminal: conditions, one line per mode, and how each stands to its goal.
std::string overhead_table(const OverheadReport& report);

/// The same numbers, units in the names; `schema` is 1.
nlohmann::json overhead_json(const OverheadReport& report);

}  // namespace gb
