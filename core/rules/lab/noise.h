#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/rules/finding.h"
#include "core/rules/lab/noise_model.h"
#include "core/rules/reference/ab.h"

namespace gb {

struct LabNoiseRow {
  std::string cell;  // "micro-read sf1 inproc on laptop"
  std::string workload, query;
  std::int64_t median = 0;  // of the runs' figures, ns
  NoiseModel model;
  /// The smallest regression, as a share, that 10, 20 and 30 paired rounds find in 80 % of cases,
  /// over all rows of this noise; infinite below the minimum of rounds.
  double detectable_10 = 0, detectable_20 = 0, detectable_30 = 0;
  std::size_t rounds_for_tau = 0;  // paired rounds that see tau; 0 = more than 1000
};

/// How much the runs of one unchanged build disagree, per machine, workload and query.
struct LabNoise {
  std::string engine;
  LatencyMetric metric = LatencyMetric::P50;
  double tau = 0.05;              // the gate asked about, as a share
  std::size_t gate_rounds = 0;    // in which it should be held
  std::vector<LabNoiseRow> rows;  // the noisiest first
  std::vector<Finding>
      findings;      // an Unholdable for each row whose detectable regression is larger
  double floor = 1;  // the largest expected floor, rounded up to two decimals
  VerdictOutcome outcome = VerdictOutcome::Pass;  // Indeterminate: cannot hold it, or too few runs
};

/// Rounds a gate is thought to be willing to run.
inline constexpr std::size_t kGateRounds = 30;

/// documents: of one engine. Those of different machines, workloads, scales, planes, data,
/// parameters and builds are never merged. A session is a matrix, else the runs of a machine
/// without a gap of an hour. InvalidArgument without two runs of one thing.
Result<LabNoise> lab_noise(const std::vector<ResultDocument>& documents, const std::string& engine,
                           LatencyMetric metric, double tau, std::size_t gate_rounds = kGateRounds);

}  // namespace gb
