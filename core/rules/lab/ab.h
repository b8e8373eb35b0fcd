#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/rules/finding.h"
#include "core/rules/lab/comparable.h"
#include "core/rules/lab/paired.h"
#include "core/rules/reference/ab.h"

namespace gb {

/// Samples a run must have beyond a tail percentile before a verdict may rest on it: 500 for p90,
/// 5000 for p99. A median is content with two; that it is poor then shows in its rounds.
inline constexpr std::int64_t kTailSamples = 50;

/// Whether `count` successful samples are evidence for the metric.
bool enough_for(LatencyMetric metric, std::int64_t count);
/// The fewest that are.
std::int64_t fewest_for(LatencyMetric metric);

struct LabAbRow {
  std::string cell;  // "micro-read sf1 inproc on laptop"
  std::string workload, query, query_class;
  std::int64_t before = 0, after = 0;  // median over the rounds of each run's figure, ns
  std::int64_t samples = 0;            // of the run with the fewest
  PairedRow paired;
  double minutes_needed = 0;  // for the rounds needed in all; 0 = not known
};

/// Two builds of one engine, paired by round and binding.
struct LabAb {
  LatencyMetric metric = LatencyMetric::P50;
  PairedRules rules;
  std::vector<LabAbRow> rows;  // regressed first, then improved, undecided, equivalent
  std::vector<Finding> findings;
  std::size_t regressed = 0, improved = 0, equivalent = 0, undecided = 0;
  std::size_t false_alarms = 0;  // of identical builds: rows that would have been ruled
  bool identical = false;        // every cell compared a build with itself
  VerdictOutcome outcome = VerdictOutcome::Indeterminate;
};

/// InvalidArgument for a metric no verdict may rest on (min: the best of few runs misleads), for
/// rules that make no sense and for a run that stands on both sides.
Result<LabAb> lab_ab(const std::vector<ResultDocument>& before,
                     const std::vector<ResultDocument>& after, LatencyMetric metric,
                     const PairedRules& rules, const AllowedDifferences& allowed);

}  // namespace gb
