#include "core/rules/reference/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/duration.h"
#include "core/document/lookup.h"
#include "core/rules/reference/budget.h"

namespace gb {
namespace {

std::string span(std::int64_t ns) { return format_duration(Nanos(ns)); }

void append(std::vector<Finding>& to, std::vector<Finding> more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

const ResultDocument* of_workload(const std::vector<ResultDocument>& documents,
                                  const std::string& workload) {
  const auto found =
      std::find_if(documents.begin(), documents.end(),
                   [&](const ResultDocument& one) { return workload_of(one) == workload; });
  return found == documents.end() ? nullptr : &*found;
}

double or_default(double value, double otherwise) { return value <= 0 ? otherwise : value; }

}  // namespace

std::vector<Finding> reference_drift(const ResultDocument& document, double factor) {
  std::vector<Finding> findings;
  for (const auto& [query_class, drift] : document.drift) {
    if (query_class == "analytical" || drift.trend <= factor) continue;
    findings.push_back(
        {FindingKind::Drift, FindingEffect::Fails, workload_of(document), query_class, "p99",
         fmt::format("p99 trend {:.4f}x over {:.4f}x in {} windows of {}, first {}, worst {}",
                     drift.trend, factor, drift.windows, span(drift.window), span(drift.first_p99),
                     span(drift.worst_p99))});
  }
  return findings;
}

std::vector<Finding> reference_regression(const ResultDocument& now, const ResultDocument& was,
                                          double factor, double noise_floor) {
  std::vector<Finding> findings;
  for (const auto& [query, stat] : now.queries) {
    const auto before = was.queries.find(query);
    if (before == was.queries.end() || before->second.count <= 0) continue;
    const auto judge = [&, &where = query](const char* metric, std::int64_t value,
                                           std::int64_t baseline) {
      if (baseline <= 0) return;
      const double ratio = static_cast<double>(value) / static_cast<double>(baseline);
      if (ratio <= factor) return;
      const bool in_noise = noise_floor > 0 && ratio <= noise_floor;
      std::string detail = fmt::format("{} {} against {}, {:.2f}x over {:.2f}x", metric,
                                       span(value), span(baseline), ratio, factor);
      if (in_noise) detail += fmt::format(", within the noise floor of {:.4g}x", noise_floor);
      findings.push_back({in_noise ? FindingKind::Indeterminate : FindingKind::Regression,
                          in_noise ? FindingEffect::Informs : FindingEffect::Fails,
                          workload_of(now), where, metric, std::move(detail)});
    };
    judge("p50", stat.p50, before->second.p50);
    judge("p99", stat.p99, before->second.p99);
  }
  return findings;
}

std::vector<Finding> reference_verification(const ResultDocument& document,
                                            const ResultDocument* baseline) {
  std::vector<Finding> findings;
  const auto found = [&](const std::string& query, std::string detail) {
    findings.push_back({FindingKind::Verification, FindingEffect::Fails, workload_of(document),
                        query, "", std::move(detail)});
  };
  for (const VerificationLine& line : document.verification) {
    if (line.outcome == "FAIL") {
      found(line.query_id, line.reason.empty() ? "answered wrongly" : line.reason);
    } else if (line.outcome == "SKIP" && baseline != nullptr) {
      const VerificationLine* before = verdict_on(*baseline, line.query_id);
      if (before == nullptr || before->outcome != "PASS") continue;
      found(line.query_id,
            fmt::format("the baseline passed, now skipped: {}",
                        line.reason.empty() ? std::string("no reason given") : line.reason));
    }
  }
  return findings;
}

std::vector<Finding> reference_flatness(const ResultDocument& small, const ResultDocument& large,
                                        double most) {
  const auto few = small.classes.find("point-read");
  const auto many = large.classes.find("point-read");
  if (few == small.classes.end() || many == large.classes.end()) return {};
  const std::int64_t was = few->second.p50, now = many->second.p50;
  if (was <= 0 || now <= 0) return {};
  const double ratio = static_cast<double>(now) / static_cast<double>(was);
  if (ratio <= most) return {};
  return {{FindingKind::Flatness, FindingEffect::Fails, workload_of(large), "point-read", "p50",
           fmt::format("p50 {} on the large data set against {} on the small, {:.2f}x over {:.2f}x",
                       span(now), span(was), ratio, most)}};
}

ReferenceGate reference_gate(const std::vector<ResultDocument>& candidates,
                             const std::vector<ResultDocument>& baselines,
                             const ResultDocument* rival, ReferenceGateFlags flags) {
  const ReferenceGateFlags defaults;
  flags.regression_factor = or_default(flags.regression_factor, defaults.regression_factor);
  flags.drift_factor = or_default(flags.drift_factor, defaults.drift_factor);
  flags.read_speedup = or_default(flags.read_speedup, defaults.read_speedup);
  flags.commit_syncs = or_default(flags.commit_syncs, defaults.commit_syncs);

  ReferenceGate gate;
  gate.workloads = candidates.size();
  for (const ResultDocument& candidate : candidates) {
    const ResultDocument* baseline = of_workload(baselines, workload_of(candidate));
    append(gate.findings, reference_budgets(candidate));
    append(gate.findings, reference_drift(candidate, flags.drift_factor));
    if (baseline != nullptr) {
      append(gate.findings, reference_regression(candidate, *baseline, flags.regression_factor,
                                                 flags.noise_floor));
    }
    if (rival != nullptr && workload_of(*rival) == workload_of(candidate)) {
      gate.rivals.push_back(compare_to_rival(candidate, *rival));
      append(gate.findings,
             reference_rival(gate.rivals.back(), flags.read_speedup, flags.commit_syncs));
    }
    append(gate.findings, reference_verification(candidate, baseline));
  }
  sort_findings(gate.findings);
  gate.outcome = outcome_of(gate.findings);
  return gate;
}

}  // namespace gb
