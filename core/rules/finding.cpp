#include "core/rules/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace gb {

std::string_view name_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::Budget:
      return "budget";
    case FindingKind::Drift:
      return "drift";
    case FindingKind::Regression:
      return "regression";
    case FindingKind::Rival:
      return "rival";
    case FindingKind::Verification:
      return "verification";
    case FindingKind::Flatness:
      return "flatness";
    case FindingKind::Indeterminate:
      return "indeterminate";
    case FindingKind::MissingBaseline:
      return "missing-baseline";
    case FindingKind::EmptyDocument:
      return "empty-document";
    case FindingKind::PartialDocument:
      return "partial-document";
    case FindingKind::Poisoned:
      return "poisoned";
    case FindingKind::VanishedQuery:
      return "vanished-query";
    case FindingKind::NewErrors:
      return "new-errors";
    case FindingKind::DifferentWorkload:
      return "different-workload";
    case FindingKind::DifferentScale:
      return "different-scale";
    case FindingKind::DifferentData:
      return "different-data";
    case FindingKind::DifferentParameters:
      return "different-parameters";
    case FindingKind::DifferentLatencyModel:
      return "different-latency-model";
    case FindingKind::DifferentConcurrency:
      return "different-concurrency";
    case FindingKind::DifferentTuning:
      return "different-tuning";
    case FindingKind::DifferentPlane:
      return "different-plane";
    case FindingKind::DifferentDurability:
      return "different-durability";
    case FindingKind::DifferentMachine:
      return "different-machine";
    case FindingKind::OrderConfounded:
      return "order-confounded";
    case FindingKind::InvalidSession:
      return "invalid-session";
    case FindingKind::IdenticalBuild:
      return "identical-build";
    case FindingKind::SingleBuild:
      return "single-build";
    case FindingKind::InsufficientSamples:
      return "insufficient-samples";
    case FindingKind::Unholdable:
      return "unholdable";
  }
  return "";
}

std::string_view name_of(FindingEffect effect) {
  switch (effect) {
    case FindingEffect::Informs:
      return "informs";
    case FindingEffect::Undecides:
      return "undecides";
    case FindingEffect::Fails:
      return "fails";
  }
  return "";
}

std::string finding_line(const Finding& finding) {
  return fmt::format("{}[{}]: {}", name_of(finding.kind), finding.where, finding.detail);
}

void sort_findings(std::vector<Finding>& findings) {
  std::map<std::string, std::size_t> position;
  for (const Finding& one : findings) position.emplace(one.workload, position.size());
  std::stable_sort(findings.begin(), findings.end(), [&](const Finding& a, const Finding& b) {
    // "p50" before "p99" is also their order as texts.
    return std::tuple(position.at(a.workload), a.kind, std::string_view(a.where),
                      std::string_view(a.metric)) < std::tuple(position.at(b.workload), b.kind,
                                                               std::string_view(b.where),
                                                               std::string_view(b.metric));
  });
}

std::string_view name_of(VerdictOutcome outcome) {
  switch (outcome) {
    case VerdictOutcome::Pass:
      return "pass";
    case VerdictOutcome::Violation:
      return "violation";
    case VerdictOutcome::Verification:
      return "verification-failed";
    case VerdictOutcome::Indeterminate:
      return "indeterminate";
  }
  return "";
}

std::optional<VerdictOutcome> parse_verdict_outcome(std::string_view name) {
  for (const auto outcome : {VerdictOutcome::Pass, VerdictOutcome::Violation,
                             VerdictOutcome::Verification, VerdictOutcome::Indeterminate}) {
    if (name_of(outcome) == name) return outcome;
  }
  return std::nullopt;
}

VerdictOutcome outcome_of(const std::vector<Finding>& findings) {
  const auto any = [&](auto&& matches) {
    return std::any_of(findings.begin(), findings.end(), matches);
  };
  if (any([](const Finding& one) {
        return one.effect == FindingEffect::Fails && one.kind == FindingKind::Verification;
      })) {
    return VerdictOutcome::Verification;
  }
  if (any([](const Finding& one) { return one.effect == FindingEffect::Fails; })) {
    return VerdictOutcome::Violation;
  }
  if (any([](const Finding& one) { return one.effect == FindingEffect::Undecides; })) {
    return VerdictOutcome::Indeterminate;
  }
  return VerdictOutcome::Pass;
}

}  // namespace gb
