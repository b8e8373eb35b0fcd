#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/report/lab_view.h"
#include "core/report/svg.h"

namespace gb {

/// Where the latencies of a cell lie, from its samples where the document kept them.
struct Spread {
  double p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0;  // ns; of an imported document p5 and p25 are
                                                      // its min, p75 its p90
  double p99 = 0, max = 0;                            // ns
};

/// Nothing for a cell without figures.
std::optional<Spread> spread_of(const ResultDocument& document, const std::string& query,
                                const LabCell& cell);

/// Latency distribution per query, on a logarithmic axis: a box from the 25th to the 75th
/// percentile, a line from the 5th to the 95th, the median, p99 and the largest. Nothing when no
/// cell has figures.
std::optional<Svg> latency_plot(const LabTable& table);

/// Ratios to the first column with their intervals. Nothing when the columns do not compare.
std::optional<Svg> ratio_plot(const LabTable& table);

/// Median and p99 per window over the run, a panel per query. Nothing without a series.
std::optional<Svg> windows_plot(const LabTable& table);

/// All of them for all tables as one SVG file; empty when there is nothing to draw.
std::string plots_file(const std::vector<ResultDocument>& documents, bool side_by_side);

/// The distributions in characters: a row per query and column, at most `width` wide.
std::string terminal_plot(const std::vector<ResultDocument>& documents, bool side_by_side,
                          std::size_t width);

}  // namespace gb
