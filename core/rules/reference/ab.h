#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/result_document.h"

namespace gb {

enum class LatencyMetric { Min, P50, P90, P99 };

std::string_view name_of(LatencyMetric metric);  // "min", "p50", ...
std::optional<LatencyMetric> parse_latency_metric(std::string_view name);
/// The figure, in ns.
std::int64_t metric_of(const StatFields& stat, LatencyMetric metric);

/// Best against best of one query, in ns.
struct ReferenceAbRow {
  std::string workload, query;
  std::int64_t before = 0, after = 0;
  std::size_t before_runs = 0, after_runs = 0;
  double factor = 1;  // after / before
  bool regressed = false;
};

/// What a workload cost on either side: "cpu" in ns, "peak rss", "store bytes", "store growth" in
/// bytes. Reported, never gated.
struct ReferenceCostRow {
  std::string workload, metric;
  std::int64_t before = 0, after = 0;
  std::size_t before_runs = 0, after_runs = 0;
  double factor = 1;
};

/// The reference's ab (decisions §5).
struct ReferenceAb {
  LatencyMetric metric = LatencyMetric::Min;
  double threshold = 1.10;
  std::vector<ReferenceAbRow> rows;  // by factor descending, workload, query
  std::vector<ReferenceCostRow> costs;
  double median = 0, best = 0, worst = 0;  // of the factors; median: the upper one; 0 without rows
  std::size_t regressed = 0;               // rows at or over the threshold
};

/// Every document counts. threshold: <= 0 means 1.10. What is on one side only is dropped.
ReferenceAb reference_ab(const std::vector<ResultDocument>& before,
                         const std::vector<ResultDocument>& after, LatencyMetric metric,
                         double threshold);

}  // namespace gb
