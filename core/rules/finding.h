#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gb {

/// What a rule found, each its own kind so that a reader or a script can tell them apart. The order
/// is the order of printing. Up to Indeterminate: the reference's; after it: the lab rules' own.
enum class FindingKind {
  Budget,         // a figure above its ceiling
  Drift,          // latencies grew while the run went on
  Regression,     // slower than the baseline
  Rival,          // the target against another engine is missed
  Verification,   // answered wrongly, or an answer that used to be checked no longer is
  Flatness,       // latency grows with the size of the data
  Indeterminate,  // the figures cannot decide

  MissingBaseline,    // nothing to compare with
  EmptyDocument,      // neither figures nor verdicts
  PartialDocument,    // cut short
  Poisoned,           // a write could not be undone, so nothing after it was measured
  VanishedQuery,      // measured before, not now
  NewErrors,          // a larger share of operations fails than before
  DifferentWorkload,  // this and the next: the two sides did not do the same thing
  DifferentScale,
  DifferentData,
  DifferentParameters,
  DifferentLatencyModel,
  DifferentConcurrency,
  DifferentTuning,
  DifferentPlane,
  DifferentDurability,
  DifferentMachine,
  OrderConfounded,      // the sides did not take turns, so time explains as much as the build
  InvalidSession,       // a build differs from itself
  IdenticalBuild,       // the same library twice: nothing to gate
  SingleBuild,          // one build a side: the layout of the code explains small differences
  InsufficientSamples,  // too few for this percentile
  Unholdable,           // this machine is too noisy for the threshold asked for
};

/// "budget", "order-confounded", ...
std::string_view name_of(FindingKind kind);

enum class FindingEffect {
  Informs,    // said, and nothing follows
  Undecides,  // the verdict cannot be a pass
  Fails,
};

std::string_view name_of(FindingEffect effect);  // "informs", "undecides", "fails"

struct Finding {
  FindingKind kind = FindingKind::Indeterminate;
  FindingEffect effect = FindingEffect::Fails;
  std::string workload;  // of the document it is about
  std::string where;     // a class or a query id; the engine or a side where it is about all
  std::string metric;    // "p50", "p99" or empty
  std::string detail;

  friend bool operator==(const Finding&, const Finding&) = default;
};

/// "<kind>[<where>]: <detail>".
std::string finding_line(const Finding& finding);

/// By document as they come, then kind, where, metric.
void sort_findings(std::vector<Finding>& findings);

/// What a verdict comes to. Verification: an answer was wrong, which outweighs any figure.
enum class VerdictOutcome { Pass, Violation, Verification, Indeterminate };

std::string_view name_of(VerdictOutcome outcome);
std::optional<VerdictOutcome> parse_verdict_outcome(std::string_view name);

/// Verification when any such finding fails, else Violation when any other fails, else
/// Indeterminate when any undecides, else Pass.
VerdictOutcome outcome_of(const std::vector<Finding>& findings);

}  // namespace gb
