#pragma once

#include <string>
#include <vector>

#include "workloads/catalogue/catalogue.h"

namespace gb {

/// Why there is no text in a dialect: the query's own reason (`withheld`), else what the dialect as
/// a whole lacks. Empty where there is a text.
std::string reason_without_text(const Query& query, const std::string& dialect);

/// docs/coverage.md, as `gb workload coverage` prints it: which query has a text in which dialect,
/// totals, and the reasons for those it has not.
std::string coverage_markdown(const std::vector<Workload>& workloads);

}  // namespace gb
