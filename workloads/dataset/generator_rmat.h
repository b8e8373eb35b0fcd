#pragma once

#include "core/base/random.h"
#include "workloads/dataset/dataset_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// Recursive matrix (datasets §9.5). Ids are not permuted: the low ones are the hubs. Edges are
// drawn by all threads and sorted in 16 bytes each. Weights are drawn after all edges, so both
// variants share their edges.

/// scale from 1 to 30, edge_factor at least 1; the initiator's entries not negative, their sum 1.
Result<void> check(const RmatParams& params);
Dataset describe(const RmatParams& params);
Result<void> generate(const RmatParams& params, SplitMix64& random, DatasetWriter& out);

}  // namespace gb
