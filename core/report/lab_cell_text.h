#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/report/lab_view.h"

namespace gb {

/// What stands in a cell in place of figures: "SKIP(reason)", "FAIL", "BROKEN(reason)",
/// "ERR(50/50)" or "n/a"; empty when the cell has figures.
std::string words_instead(const LabCell& cell);

/// "(1.01µs to 1.04µs)", "(from 1.01µs)" or "(to 1.04µs)"; empty without any bound.
std::string bounds_text(const std::optional<std::int64_t>& low,
                        const std::optional<std::int64_t>& high);

/// A figure with how far its 95 % interval reaches on the larger side, in whole per cent rounded
/// up: "1.02µs ±3%". Without both bounds the figure alone.
std::string with_reach(std::int64_t value, const std::optional<std::int64_t>& low,
                       const std::optional<std::int64_t>& high);

}  // namespace gb
