#include "core/rules/reference/ab.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <tuple>
#include <utility>

#include "core/document/lookup.h"

namespace gb {
namespace {

/// The smallest value a side has to offer, and how many documents offered one.
struct SideBest {
  std::int64_t value = 0;
  std::size_t runs = 0;

  void offer(std::int64_t candidate) {
    value = runs == 0 ? candidate : std::min(value, candidate);
    ++runs;
  }
};

using BestByQuery = std::map<std::pair<std::string, std::string>, SideBest>;  // workload, query

BestByQuery best_latencies(const std::vector<ResultDocument>& documents, LatencyMetric metric) {
  BestByQuery best;
  for (const ResultDocument& document : documents) {
    for (const auto& [query, stat] : document.queries) {
      const std::int64_t value = metric_of(stat, metric);
      if (stat.count > 0 && value > 0) best[{workload_of(document), query}].offer(value);
    }
  }
  return best;
}

struct CostMetric {
  std::string_view name;
  std::vector<std::string> components;  // the negative ones are left out of the sum
};

const std::vector<CostMetric>& cost_metrics() {
  static const std::vector<CostMetric> metrics{
      {"cpu", {"CPUUserNs", "CPUSysNs", "ChildCPUUserNs", "ChildCPUSysNs"}},
      {"peak rss", {"MaxRSSBytes", "ChildMaxRSSBytes"}},
      {"store bytes", {"StoreBytes"}},
      {"store growth", {"StoreGrowthBytes"}},
  };
  return metrics;
}

std::optional<std::int64_t> cost(const ResultDocument& document, const CostMetric& metric) {
  std::optional<std::int64_t> sum;
  for (const std::string& component : metric.components) {
    const auto found = document.resource.values.find(component);
    if (found == document.resource.values.end() || found->second < 0) continue;
    sum = sum.value_or(0) + found->second;
  }
  return sum;
}

std::map<std::string, SideBest> best_costs(const std::vector<ResultDocument>& documents,
                                           const CostMetric& metric) {
  std::map<std::string, SideBest> best;
  for (const ResultDocument& document : documents) {
    if (const auto value = cost(document, metric)) best[workload_of(document)].offer(*value);
  }
  return best;
}

double ratio(std::int64_t after, std::int64_t before) {
  return static_cast<double>(after) / static_cast<double>(before);
}

/// By workload, then in the order of cost_metrics().
std::vector<ReferenceCostRow> cost_rows(const std::vector<ResultDocument>& before,
                                        const std::vector<ResultDocument>& after) {
  std::vector<ReferenceCostRow> rows;
  for (const CostMetric& metric : cost_metrics()) {
    const auto was = best_costs(before, metric);
    const auto now = best_costs(after, metric);
    for (const auto& [workload, one] : was) {
      const auto other = now.find(workload);
      if (other == now.end() || one.value <= 0) continue;
      rows.push_back({workload, std::string(metric.name), one.value, other->second.value, one.runs,
                      other->second.runs, ratio(other->second.value, one.value)});
    }
  }
  std::stable_sort(
      rows.begin(), rows.end(),
      [](const ReferenceCostRow& a, const ReferenceCostRow& b) { return a.workload < b.workload; });
  return rows;
}

constexpr std::array<std::pair<std::string_view, LatencyMetric>, 4> kMetrics{
    {{"min", LatencyMetric::Min},
     {"p50", LatencyMetric::P50},
     {"p90", LatencyMetric::P90},
     {"p99", LatencyMetric::P99}}};

}  // namespace

std::string_view name_of(LatencyMetric metric) {
  for (const auto& [name, value] : kMetrics) {
    if (value == metric) return name;
  }
  return "";
}

std::optional<LatencyMetric> parse_latency_metric(std::string_view name) {
  for (const auto& [known, value] : kMetrics) {
    if (known == name) return value;
  }
  return std::nullopt;
}

std::int64_t metric_of(const StatFields& stat, LatencyMetric metric) {
  switch (metric) {
    case LatencyMetric::Min:
      return stat.min;
    case LatencyMetric::P50:
      return stat.p50;
    case LatencyMetric::P90:
      return stat.p90;
    case LatencyMetric::P99:
      return stat.p99;
  }
  return 0;
}

ReferenceAb reference_ab(const std::vector<ResultDocument>& before,
                         const std::vector<ResultDocument>& after, LatencyMetric metric,
                         double threshold) {
  ReferenceAb ab;
  ab.metric = metric;
  ab.threshold = threshold <= 0 ? 1.10 : threshold;
  const BestByQuery was = best_latencies(before, metric);
  const BestByQuery now = best_latencies(after, metric);
  std::vector<double> factors;
  for (const auto& [key, one] : was) {
    const auto other = now.find(key);
    if (other == now.end()) continue;
    ReferenceAbRow row{key.first,           key.second, one.value,
                       other->second.value, one.runs,   other->second.runs};
    row.factor = ratio(row.after, row.before);
    row.regressed = row.factor >= ab.threshold;
    ab.regressed += row.regressed ? 1 : 0;
    factors.push_back(row.factor);
    ab.rows.push_back(std::move(row));
  }
  std::stable_sort(
      ab.rows.begin(), ab.rows.end(), [](const ReferenceAbRow& a, const ReferenceAbRow& b) {
        return std::tuple(-a.factor, std::string_view(a.workload), std::string_view(a.query)) <
               std::tuple(-b.factor, std::string_view(b.workload), std::string_view(b.query));
      });
  if (!factors.empty()) {
    std::sort(factors.begin(), factors.end());
    ab.median = factors[factors.size() / 2];
    ab.best = factors.front();
    ab.worst = factors.back();
  }
  ab.costs = cost_rows(before, after);
  return ab;
}

}  // namespace gb
