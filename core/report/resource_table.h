#pragma once

#include <string>

#include "core/report/columns.h"

namespace gb {

/// What each run cost beside time, one column per document (result-document §7). A counter nobody
/// could read is left out; when none could be read, one line says so. Empty without documents.
std::string resource_table(const Columns& columns);

}  // namespace gb
