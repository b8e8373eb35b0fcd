#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/rules/finding.h"
#include "core/rules/reference/rival.h"

namespace gb {

/// The flags of the reference's gate (decisions §3.1). A value <= 0 means the default; of
/// noise_floor it means off.
struct ReferenceGateFlags {
  double regression_factor = 1.10;
  double drift_factor = 1.10;
  double noise_floor = 0;
  double read_speedup = 10;
  double commit_syncs = 2;
};

struct ReferenceGate {
  std::vector<RivalComparison> rivals;
  std::vector<Finding> findings;  // sorted; open questions carry the kind Indeterminate
  std::size_t workloads = 0;      // candidates judged
  VerdictOutcome outcome = VerdictOutcome::Pass;  // never Indeterminate
};

/// Judges the candidates: budgets, drift, growth over a baseline of the same workload, the rival of
/// the same workload, verification. Whatever the two sides do not share is compared all the same
/// (decisions §9). rival: null without one.
ReferenceGate reference_gate(const std::vector<ResultDocument>& candidates,
                             const std::vector<ResultDocument>& baselines,
                             const ResultDocument* rival, ReferenceGateFlags flags);

/// Each class but analytical whose trend exceeds the factor (decisions §3.3).
std::vector<Finding> reference_drift(const ResultDocument& document, double factor);

/// Each query's p50 and p99 against the baseline's (decisions §3.4).
std::vector<Finding> reference_regression(const ResultDocument& now, const ResultDocument& was,
                                          double factor, double noise_floor);

/// Wrong answers, and answers that the baseline (null without one) had checked and this one skips
/// (decisions §3.5).
std::vector<Finding> reference_verification(const ResultDocument& document,
                                            const ResultDocument* baseline);

/// Point reads of a large data set against those of a small one: a finding when their p50 grew by
/// more than `most` (decisions §3.6, where no command reaches it).
std::vector<Finding> reference_flatness(const ResultDocument& small, const ResultDocument& large,
                                        double most = 2.0);

}  // namespace gb
