#pragma once

#include "core/base/random.h"
#include "workloads/dataset/dataset_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// Uniformly random edges with weights (datasets §9.6). Edges are drawn by all threads and
// sorted in 16 bytes each.

/// scale from 1 to 30, edge_factor at least 0.
Result<void> check(const UrandParams& params);
Dataset describe(const UrandParams& params);
Result<void> generate(const UrandParams& params, SplitMix64& random, DatasetWriter& out);

}  // namespace gb
