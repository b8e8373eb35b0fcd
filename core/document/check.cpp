#include "core/document/check.h"

#include <fmt/format.h>

#include "core/document/figures.h"

namespace gb {
namespace {

using Problems = std::vector<std::string>;

void check_stat(const std::string& at, const StatFields& s, Problems& problems) {
  if (s.count < 0 || s.errors < 0 || s.errors > s.count) {
    problems.push_back(
        fmt::format("field {}: {} errors of {} operations cannot be", at, s.errors, s.count));
    return;
  }
  if (s.count == s.errors) return;  // zeros that are no latencies
  const bool ascending = 0 <= s.min && s.min <= s.p50 && s.p50 <= s.p90 && s.p90 <= s.p95 &&
                         s.p95 <= s.p99 && s.p99 <= s.max;
  if (!ascending) {
    problems.push_back(fmt::format("field {}: min, p50, p90, p95, p99 and max do not ascend", at));
  }
  if (s.mean < s.min || s.mean > s.max) {
    problems.push_back(fmt::format("field {}: the mean lies outside min and max", at));
  }
}

void check_bound(const std::string& at, std::string_view name, std::int64_t low, std::int64_t value,
                 std::int64_t high, Problems& problems) {
  if ((low >= 0 && low > value) || (high >= 0 && high < value)) {
    problems.push_back(
        fmt::format("field {}: {} lies outside its interval {} to {}", at, name, low, high));
  }
}

void check_samples(const std::string& at, const QuerySamples& kept, Problems& problems) {
  if (kept.multiset.empty() && kept.histogram.empty()) return;
  const auto found = distribution_of(kept);
  if (!found) {
    problems.push_back(fmt::format("field {}: {}", at, found.error().message));
    return;
  }
  check_bound(at, "p50", kept.p50_low, found->percentile(kP50).count(), kept.p50_high, problems);
  check_bound(at, "p90", kept.p90_low, found->percentile(kP90).count(), kept.p90_high, problems);
  check_bound(at, "p95", kept.p95_low, found->percentile(kP95).count(), kept.p95_high, problems);
  check_bound(at, "p99", kept.p99_low, found->percentile(kP99).count(), kept.p99_high, problems);
}

void check_against_stat(const ResultDocument& document, Problems& problems) {
  for (const auto& [query, kept] : document.gb->samples) {
    const auto stat = document.queries.find(query);
    const std::string at = "gb.samples." + query;
    if (stat == document.queries.end()) {
      problems.push_back(fmt::format("field {}: samples without figures in queries", at));
    } else if (kept.count != stat->second.count - stat->second.errors) {
      problems.push_back(fmt::format("field {}: {} samples for {} successful operations", at,
                                     kept.count, stat->second.count - stat->second.errors));
    }
    check_samples(at, kept, problems);
  }
}

void check_series(const std::string& at, const std::map<std::string, SeriesFields>& series,
                  Problems& problems) {
  for (const auto& [query, fields] : series) {
    const auto windows = windows_of(fields);
    if (!windows) {
      problems.push_back(fmt::format("field {}.{}: {}", at, query, windows.error().message));
    } else if (fields.window_ns <= 0) {
      problems.push_back(fmt::format("field {}.{}: a window has no length", at, query));
    }
  }
}

}  // namespace

std::vector<std::string> contradictions(const ResultDocument& document) {
  Problems problems;
  const Condition& condition = document.condition;
  if (condition.started_at != WallTime{} && condition.finished_at != WallTime{} &&
      condition.finished_at < condition.started_at) {
    problems.emplace_back("field condition.FinishedAt: it lies before StartedAt");
  }
  for (const auto& [name, stat] : document.classes) check_stat("classes." + name, stat, problems);
  for (const auto& [name, stat] : document.queries) check_stat("queries." + name, stat, problems);
  for (const auto& [name, stat] : document.cold) check_stat("cold." + name, stat, problems);
  if (!document.gb) return problems;
  check_against_stat(document, problems);
  check_series("gb.windows", document.gb->windows, problems);
  check_series("gb.seconds", document.gb->seconds, problems);
  for (const auto& [query, latency] : document.gb->service) {
    check_samples("gb.service." + query, latency.samples, problems);
  }
  for (const auto& [query, latency] : document.gb->lateness) {
    check_samples("gb.lateness." + query, latency.samples, problems);
  }
  return problems;
}

}  // namespace gb
