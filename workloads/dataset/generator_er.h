#pragma once

#include "core/base/random.h"
#include "workloads/dataset/dataset_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// Directed G(n, p) by geometric skipping: the gaps between chosen pairs are drawn, so the work is
// that of the edges, not of the pairs (datasets §9.2). Edges ascend; no duplicates, no self loops.

/// n from 1 to 3037000499, so that n * n fits; 0 < p < 1, and 1 - p below 1 in a double.
Result<void> check(const ErParams& params);
Dataset describe(const ErParams& params);
Result<void> generate(const ErParams& params, SplitMix64& random, DatasetWriter& out);

}  // namespace gb
