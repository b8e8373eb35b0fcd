#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/document/result_document.h"
#include "core/rules/finding.h"

namespace gb {

/// A flush faster than this, in ns, was not answered by a device (measurement §14).
inline constexpr std::int64_t kDeviceSyncNs = 10'000;

/// A class on both sides. Latencies in ns; speedup = rival / own, 0 when the own figure is 0.
struct RivalRow {
  std::string query_class;
  std::int64_t own_p50 = 0, own_p99 = 0, rival_p50 = 0, rival_p99 = 0;
  double speedup_p50 = 0, speedup_p99 = 0;
  double own_syncs_p50 = 0, own_syncs_p99 = 0;  // of writes, in durable flushes; 0 = not known
  double rival_syncs_p50 = 0, rival_syncs_p99 = 0;
};

/// One engine against one document of another (decisions §6.1).
struct RivalComparison {
  std::string engine, rival, workload;
  std::int64_t clients = 0;  // peak concurrency of the gated side
  std::vector<RivalRow> rows;
  bool same_host = false;
  bool shared_unit = false;                   // both sides divided by the cheaper probe of one host
  std::int64_t own_unit = 0, rival_unit = 0;  // ns a flush; <= 0 = not probed
  std::int64_t band_low = 0, band_high = 0;   // ns a flush; <= 0 = no band
  std::vector<std::string> not_run;           // measured at the rival, not here
};

RivalComparison compare_to_rival(const ResultDocument& own, const ResultDocument& rival);

/// The findings of decisions §6.2 and §6.3. read_speedup: the factor reads must reach;
/// commit_syncs: the durable flushes a commit may take at its p50.
std::vector<Finding> reference_rival(const RivalComparison& comparison, double read_speedup,
                                     double commit_syncs);

}  // namespace gb
