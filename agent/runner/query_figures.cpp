#include "agent/runner/query_figures.h"

#include <algorithm>

#include "core/stats/interval.h"
#include "core/stats/multiset.h"
#include "core/stats/summary.h"

namespace gb {
namespace {

StatFields stat_fields(std::string_view query_class, const std::vector<Nanos>& ascending,
                       std::uint64_t errors, const std::string& first_error) {
  const Summary summary = summarise(ascending);
  StatFields fields;
  fields.query_class = query_class;
  fields.count = static_cast<std::int64_t>(summary.count + errors);
  fields.errors = static_cast<std::int64_t>(errors);
  fields.first_error = first_error;
  fields.min = summary.min.count();
  fields.p50 = summary.p50.count();
  fields.p90 = summary.p90.count();
  fields.p95 = summary.p95.count();
  fields.p99 = summary.p99.count();
  fields.max = summary.max.count();
  fields.mean = summary.mean.count();
  fields.stddev = summary.stddev.count();
  return fields;
}

std::int64_t or_none(const std::optional<Nanos>& bound) { return bound ? bound->count() : -1; }

/// "no-dialect-text" and "missing-algorithm:bfs" are codes; a sentence is the engine's own.
bool is_code(std::string_view reason) { return reason.find(' ') == std::string_view::npos; }

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

}  // namespace

StatFields stat_of(const MeasuredQuery& query) {
  return stat_fields(name_of(query.query->query_class), query.ascending, query.errors,
                     query.first_error);
}

std::map<std::string, StatFields> classes_of(const std::vector<MeasuredQuery>& queries) {
  struct Pooled {
    std::vector<Nanos> samples;
    std::uint64_t errors = 0;
    std::string first_error;
  };
  std::map<std::string, Pooled> classes;
  for (const MeasuredQuery& query : queries) {
    if (query.broken) continue;
    Pooled& pooled = classes[std::string(name_of(query.query->query_class))];
    pooled.samples.insert(pooled.samples.end(), query.ascending.begin(), query.ascending.end());
    pooled.errors += query.errors;
    if (pooled.first_error.empty()) pooled.first_error = query.first_error;
  }
  std::map<std::string, StatFields> fields;
  for (auto& [name, pooled] : classes) {
    std::sort(pooled.samples.begin(), pooled.samples.end());
    fields[name] = stat_fields(name, pooled.samples, pooled.errors, pooled.first_error);
  }
  return fields;
}

QuerySamples samples_of(const MeasuredQuery& query) {
  const Interval p50 = percentile_interval(query.ascending, kP50);
  const Interval p99 = percentile_interval(query.ascending, kP99);
  return {.multiset = encode_multiset(query.ascending),
          .count = static_cast<std::int64_t>(query.ascending.size()),
          .p50_low = or_none(p50.low),
          .p50_high = or_none(p50.high),
          .p99_low = or_none(p99.low),
          .p99_high = or_none(p99.high),
          .wall_seconds = std::chrono::duration<double>(query.wall).count()};
}

QueryOutcome outcome_of(const QueryVerdict& verdict) {
  QueryOutcome outcome;
  outcome.detail = verdict.reason;
  for (const auto& [stratum, matched] : verdict.strata) outcome.verified_strata[stratum] = matched;
  switch (verdict.verdict) {
    case Verdict::Pass:
      outcome.outcome = "broken";
      outcome.reason_code = "not-measured";
      break;
    case Verdict::Fail:
      outcome.outcome = "failed";
      outcome.reason_code =
          starts_with(verdict.reason, "exec-error") ? "exec-error" : "wrong-answer";
      break;
    case Verdict::Skip:
      outcome.outcome = "skipped";
      if (starts_with(verdict.reason, "unsupported-dataset")) {
        outcome.reason_code = "unsupported-dataset";
      } else {
        outcome.reason_code = is_code(verdict.reason) ? verdict.reason : "unsupported";
      }
      break;
    case Verdict::Broken:
      outcome.outcome = "broken";
      if (starts_with(verdict.reason, "oracle-error")) {
        outcome.reason_code = "oracle-error";
      } else {
        outcome.reason_code = starts_with(verdict.reason, "poisoned") ? "poisoned" : "timeout";
      }
      break;
  }
  return outcome;
}

QueryOutcome outcome_of(const MeasuredQuery& query) {
  QueryOutcome outcome;
  if (!query.broken) {
    outcome.outcome = "measured";
    return outcome;
  }
  outcome.outcome = "broken";
  outcome.reason_code = query.timeouts > 0 ? "timeout" : "exec-error";
  outcome.detail =
      fmt::format("{} of {} operations failed, {} of them over the limit: {}", query.errors,
                  query.errors + query.ascending.size(), query.timeouts, query.first_error);
  return outcome;
}

}  // namespace gb
