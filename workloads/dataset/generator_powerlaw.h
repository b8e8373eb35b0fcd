#pragma once

#include "core/base/random.h"
#include "workloads/dataset/dataset_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// Out-degrees by a discrete power law, targets different and ascending (datasets §9.4).

/// n at least 1; gamma finite, above 1; min_degree <= max_degree < n.
Result<void> check(const PowerlawParams& params);
Dataset describe(const PowerlawParams& params);
Result<void> generate(const PowerlawParams& params, SplitMix64& random, DatasetWriter& out);

}  // namespace gb
