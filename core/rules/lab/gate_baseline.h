#pragma once

#include <vector>

#include "core/document/result_document.h"
#include "core/rules/lab/gate.h"

namespace gb {

/// A cell under judgement: the newest runs of one workload, scale, plane and machine, oldest first.
using CandidateRuns = std::vector<const ResultDocument*>;

/// The runs that the newest candidate may be held against: earlier, same everything but the build,
/// none of the candidates; oldest first. Adds a finding to `findings` when there are none, with the
/// differences of the nearest that had to be left out.
std::vector<const ResultDocument*> history_of(const CandidateRuns& candidate,
                                              const std::vector<ResultDocument>& history,
                                              const AllowedDifferences& allowed,
                                              std::vector<Finding>& findings);

/// Queries and answers lost since the history's newest run, and new errors.
std::vector<Finding> losses(const ResultDocument& now, const ResultDocument& was);

/// The first stage: a row per query of the candidate, Quiet, Rang, Unholdable or Unknown.
std::vector<GateRow> first_stage(const CandidateRuns& candidate,
                                 const std::vector<const ResultDocument*>& history, double tau);

}  // namespace gb
