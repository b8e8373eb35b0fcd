#pragma once

#include "core/base/random.h"
#include "workloads/dataset/dataset_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// FinBench-shaped: accounts, persons and loans; transfers prefer a few hub accounts (datasets
// §9.8).

/// accounts at least 2, days and tx_per_day at least 1, hub_fraction in [0, 1]; 0 is the default.
Result<void> check(const FinParams& params);
Dataset describe(const FinParams& params);
Result<void> generate(const FinParams& params, SplitMix64& random, DatasetWriter& out);

}  // namespace gb
