#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/rules/finding.h"
#include "core/rules/lab/comparable.h"

namespace gb {

/// One query of both engines: how many times faster this engine is, by the median, with the
/// interval that the medians' intervals allow.
struct RivalQuery {
  std::string query, query_class;
  std::int64_t own = 0, rival = 0;  // p50, ns
  double speedup = 0;               // rival / own
  std::optional<double> low, high;  // absent where a document keeps no interval
};

struct LabRival {
  std::string engine, rival, workload;
  std::vector<RivalQuery> queries;  // the slowest first
  double geometric_mean = 0;        // of the speedups; 0 without queries
  std::vector<Finding> findings;
};

/// Query by query, then the geometric mean as a summary: figures pooled over a class hide both.
/// Reads must reach read_speedup with the lower bound; a query the rival answers and this engine
/// does not counts as missed. Commits must stay within commit_syncs durable syncs by the probe's
/// band, both sides divided by the cheaper probe on one machine. Both must have done the same
/// thing.
LabRival lab_rival(const ResultDocument& own, const ResultDocument& rival, double read_speedup,
                   double commit_syncs, const AllowedDifferences& allowed);

}  // namespace gb
