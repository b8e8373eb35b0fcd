#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/document/result_document.h"

namespace gb {

/// How far repeats of one query disagree; latencies in ns.
struct NoiseSpread {
  std::string query, metric;  // metric: "p50" or "p99"
  std::size_t runs = 0;
  std::int64_t min = 0, median = 0, max = 0;  // median: the upper one
  double spread = 1;                          // max / min
};

/// The reference's noise (decisions §4).
struct ReferenceNoise {
  std::string engine, workload, scale;  // the last two of the first document
  std::size_t documents = 0;
  double percentile = 90;  // in percent
  double regression_factor = 1.10;
  std::vector<NoiseSpread> rows;  // by spread descending, query, metric
  double floor = 1, worst = 1;
  bool usable = false;  // floor < regression_factor
};

/// The 1-based rank of the floor among n ascending spreads: trunc(percentile / 100 * n + 0.5),
/// within 1 and n. Not this project's rank rule; the reference's.
std::size_t rounded_rank(std::size_t n, double percentile);

/// documents: all of one engine, in order. percentile: <= 0 or > 100 means 90. InvalidArgument for
/// fewer than two documents and for more than one dataset checksum; nothing else is checked.
Result<ReferenceNoise> reference_noise(const std::vector<ResultDocument>& documents,
                                       const std::string& engine, double percentile,
                                       double regression_factor);

/// The floor as a value to pass on, rounded up to two decimals: rounding down would rule on a
/// difference inside what was measured.
double suggested_floor(double floor);

}  // namespace gb
