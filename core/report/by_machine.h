#pragma once

#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/report/format.h"

namespace gb {

/// Machine as a dimension of its own: per workload and scale a table of one query per row and one
/// machine per column, the engines' medians in a cell in one order, each later one with its ratio
/// to the first on that machine. Below: per machine the geometric mean of the ratios and how many
/// queries were shorter, longer, undecided. Ratios stay within a machine; medians of machines are
/// shown side by side and never divided. Emulated texts have tables of their own.
/// CSV: workload,scale,emulated,query,class,machine,engine,outcome,p50_ns,p50_low_ns,p50_high_ns,
/// ratio,ratio_low,ratio_high,undecided. JSON: {"schema": "graph-bench/by-machine/1", "rows": [the
/// same]}.
std::string by_machine(const std::vector<ResultDocument>& documents, Format format);

}  // namespace gb
