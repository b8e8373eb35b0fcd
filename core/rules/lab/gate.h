#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/rules/finding.h"
#include "core/rules/lab/ab.h"
#include "core/rules/lab/budgets.h"
#include "core/rules/lab/comparable.h"
#include "core/rules/lab/rival.h"
#include "core/rules/lab/two_stage.h"

namespace gb {

struct LabGateRules {
  double tau = 0.05;    // the regression the gate is for, as a share
  double alpha = 0.05;  // of any false accusation in the second stage
  double drift_factor = 1.10;
  bool history = true;  // false: asked to judge without a baseline
  Budgets budgets;
  double read_speedup = 10, commit_syncs = 2;
  AllowedDifferences allowed;
};

/// What became of one query in a gate.
enum class GateState {
  Quiet,       // within the fence
  Cleared,     // it rang, and paired rounds found nothing
  Regressed,   // it rang, and paired rounds found it
  Rang,        // it rang, and no paired rounds are there to tell
  Unholdable,  // this machine cannot see what the gate is for
  Unknown,     // no history, or not enough
  Identical,   // the history ran the very same library: nothing to gate
};

std::string_view name_of(GateState state);

struct GateRow {
  std::string cell, workload, query;
  GateState state = GateState::Unknown;
  std::int64_t now = 0, was = 0;  // p50: of the newest runs, and the history's median; ns
  double factor = 1;
  std::size_t candidate_runs = 0;
  Fence fence;
  std::optional<PairedRow> paired;  // the second stage
};

struct LabGate {
  LabGateRules rules;
  std::vector<GateRow> rows;
  std::vector<LabRival> rivals;
  std::vector<Finding> findings;
  std::size_t candidates = 0;    // cells judged
  std::size_t false_alarms = 0;  // of identical builds: rows that rang
  std::size_t rounds_asked = 0;  // paired rounds that would decide what rang
  VerdictOutcome outcome = VerdictOutcome::Pass;
};

/// What a gate reads.
struct GateEvidence {
  std::vector<ResultDocument> candidates;     // any number of runs per cell; the newest three count
  std::vector<ResultDocument> history;        // earlier runs of the engine, any build
  std::vector<ResultDocument> paired_before;  // the second stage: interleaved rounds of the two
  std::vector<ResultDocument> paired_after;   // builds, on one machine
  std::vector<ResultDocument> rivals;         // one document per workload
};

/// Integrity first, then budgets, drift, the two stages against the history, and the rival. Stage
/// one: the median of the newest runs against the fence round the history's last 20. Stage two,
/// only for what rang: paired rounds; regressed when they say so, cleared otherwise. Whatever could
/// make a pass a silent one is a finding of its own. InvalidArgument without candidates.
Result<LabGate> lab_gate(const GateEvidence& evidence, const LabGateRules& rules);

}  // namespace gb
