#pragma once

#include <string>

#include "core/report/lab_view.h"

namespace gb {

/// What stands in a cell in place of figures: "SKIP(reason)", "FAIL", "BROKEN(reason)",
/// "ERR(50/50)" or "n/a"; empty when the cell has figures.
std::string words_instead(const LabCell& cell);

}  // namespace gb
