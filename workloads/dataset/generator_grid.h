#pragma once

#include "core/base/random.h"
#include "workloads/dataset/dataset_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// A mesh of rows x cols nodes, ids row-major; each undirected pair once, from the smaller id to the
// larger (datasets §9.1). Draws nothing.

/// rows and cols at least 1, rows * cols at most 2^62.
Result<void> check(const GridParams& grid);
Dataset describe(const GridParams& grid);
Result<void> generate(const GridParams& grid, SplitMix64& random, DatasetWriter& out);

}  // namespace gb
