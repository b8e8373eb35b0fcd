#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/rules/finding.h"
#include "core/rules/lab/comparable.h"

namespace gb {

/// One round: a run of each side. Both executed the same sequence of parameter bindings (a document
/// says so, and one that does not is a finding), so their figures are paired by binding too.
struct RunPair {
  const ResultDocument* before = nullptr;
  const ResultDocument* after = nullptr;
};

/// What may be compared as one: a workload at a scale on a machine, round by round.
struct PairedCell {
  std::string label;
  std::vector<RunPair> pairs;     // in order of time
  std::vector<RunPair> controls;  // two runs of the side before, in one round
  std::size_t after_first = 0;    // rounds in which the side after ran first
  std::size_t unpaired = 0;       // runs that have no counterpart
  bool across_machines = false;   // asked for; reported and never ruled
  std::vector<Finding> findings;  // what forbids or weakens a ruling
  double seconds_per_round = 0;   // from the first start to the last end of a round, the median
};

/// Pairs the runs of two sides of one engine by the round of their matrix, else the k-th by start
/// with the k-th; checks that the sides took turns (a block of one after a block of the other, or
/// always the same side first, cannot tell the build from the time or the place). The documents
/// must outlive the result.
std::vector<PairedCell> pair_runs(const std::vector<ResultDocument>& before,
                                  const std::vector<ResultDocument>& after,
                                  const AllowedDifferences& allowed);

/// Whether a ruling may be made from it at all.
bool may_rule(const PairedCell& cell);

}  // namespace gb
