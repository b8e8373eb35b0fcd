#pragma once

#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/report/format.h"

namespace gb {

/// Which engine ran where: a row per engine, version, plane, workload, scale and machine, with how
/// many results there are, how many of them partial or withdrawn, and the time of the newest. JSON:
/// {"schema": "graph-bench/inventory/1", "rows": [the same fields]}.
std::string inventory(const std::vector<ResultDocument>& documents, Format format);

}  // namespace gb
