#pragma once

#include <map>
#include <string>
#include <vector>

#include "agent/runner/measure.h"
#include "core/document/result_document.h"
#include "workloads/verify/verify.h"

namespace gb {

/// Figures over the successful operations; throughput stays 0, as the reference has it in a closed
/// loop (measurement §4.1): `QuerySamples::wall_seconds` gives the true one.
StatFields stat_of(const MeasuredQuery& query);

/// The pooled samples of each class's unbroken queries, never a mean of their figures.
std::map<std::string, StatFields> classes_of(const std::vector<MeasuredQuery>& queries);

/// The exact samples and the intervals of p50 and p99.
QuerySamples samples_of(const MeasuredQuery& query);

/// What verification made of a query: "skipped", "failed" or "broken" with a reason code, or
/// "broken" as "not-measured" for one that passed and was never timed.
QueryOutcome outcome_of(const QueryVerdict& verdict);

/// What measuring made of it: "measured", or "broken" by "timeout" or "exec-error".
QueryOutcome outcome_of(const MeasuredQuery& query);

}  // namespace gb
