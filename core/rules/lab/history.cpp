#include "core/rules/lab/history.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/document/keys.h"
#include "core/document/lookup.h"
#include "core/rules/lab/comparable.h"

namespace gb {
namespace {

HistoryChange described(const ChangePoint& point, const std::vector<const ResultDocument*>& runs) {
  HistoryChange change;
  change.at = point.at;
  change.before = std::llround(std::exp(point.before));
  change.after = std::llround(std::exp(point.after));
  change.factor = std::exp(point.after - point.before);
  change.p = point.p;
  const ResultDocument& last = *runs[point.at - 1];
  const ResultDocument& first = *runs[point.at];
  change.last_build = build_label(last);
  change.first_build = build_label(first);
  change.last_time = last.condition.started_at;
  change.first_time = first.condition.started_at;
  return change;
}

}  // namespace

std::string build_label(const ResultDocument& document) {
  const std::string library = document.gb ? document.gb->library_sha256 : "";
  return document.condition.engine_version +
         (library.empty() ? "" : " (" + library.substr(0, 8) + ")");
}

LabHistory lab_history(const std::vector<ResultDocument>& documents, const std::string& engine,
                       LatencyMetric metric, const ChangePointRules& rules) {
  std::vector<const ResultDocument*> ordered;
  for (const ResultDocument& one : documents) ordered.push_back(&one);
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto* a, const auto* b) {
    return a->condition.started_at < b->condition.started_at;
  });
  std::map<std::pair<std::string, std::string>, std::vector<const ResultDocument*>> runs;
  for (const ResultDocument* one : ordered) {
    const std::string key = cell_label(*one) + compatibility_key(*one) + machine_identity(*one);
    for (const auto& [query, stat] : one->queries) {
      if (measured(*one, query) != nullptr && metric_of(stat, metric) > 0) {
        runs[{key, query}].push_back(one);
      }
    }
  }
  LabHistory history;
  history.engine = engine;
  history.metric = metric;
  history.shortest = kShortestHistory;
  for (const auto& [key, series] : runs) {
    HistorySeries one;
    one.cell = cell_label(*series.front());
    one.workload = workload_of(*series.front());
    one.query = key.second;
    std::vector<double> logarithms;
    for (const ResultDocument* run : series) {
      one.values.push_back(metric_of(run->queries.at(one.query), metric));
      logarithms.push_back(std::log(static_cast<double>(one.values.back())));
    }
    if (series.size() >= kShortestHistory) {
      for (const ChangePoint& point : change_points(logarithms, rules)) {
        one.changes.push_back(described(point, series));
      }
    }
    history.series.push_back(std::move(one));
  }
  return history;
}

}  // namespace gb
