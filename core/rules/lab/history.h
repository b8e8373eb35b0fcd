#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/rules/reference/ab.h"
#include "core/stats/change_point.h"

namespace gb {

/// A change of level in a series, and the builds between which it came about.
struct HistoryChange {
  std::size_t at = 0;                  // index of the first run of the new level
  std::int64_t before = 0, after = 0;  // medians beside it, ns
  double factor = 1;                   // after / before
  double p = 1;
  std::string last_build, first_build;  // the last of the old level, the first of the new
  WallTime last_time{}, first_time{};
};

/// One query over the builds of an engine, everything else alike.
struct HistorySeries {
  std::string cell, workload, query;
  std::vector<std::int64_t> values;  // in order of time, ns
  std::vector<HistoryChange> changes;
};

struct LabHistory {
  std::string engine;
  LatencyMetric metric = LatencyMetric::P50;
  std::vector<HistorySeries> series;  // by cell, then query
  std::size_t shortest = 0;           // a series with fewer runs was not searched
};

inline constexpr std::size_t kShortestHistory = 10;

/// Change points of every query of an engine. A series is what the compatibility key and the
/// machine hold together, over all builds. documents: of one engine.
LabHistory lab_history(const std::vector<ResultDocument>& documents, const std::string& engine,
                       LatencyMetric metric, const ChangePointRules& rules = {});

/// A build as a reader knows it: the version, and the start of the library's digest.
std::string build_label(const ResultDocument& document);

}  // namespace gb
