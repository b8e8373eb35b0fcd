#pragma once

#include "core/base/random.h"
#include "workloads/dataset/dataset_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// LinkBench-shaped: objects with payloads, links whose out-degree follows a power law (datasets
// §9.7).

/// nodes at least 2, or 0.
Result<void> check(const LbParams& params);
Dataset describe(const LbParams& params);
Result<void> generate(const LbParams& params, SplitMix64& random, DatasetWriter& out);

}  // namespace gb
