#pragma once

#include "core/base/random.h"
#include "workloads/dataset/dataset_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// `degree` out-edges per node, to different other nodes, ascending (datasets §9.3).

/// n at least 1, degree from 1 to n - 1.
Result<void> check(const UniformParams& params);
Dataset describe(const UniformParams& params);
Result<void> generate(const UniformParams& params, SplitMix64& random, DatasetWriter& out);

}  // namespace gb
