#pragma once

#include "core/base/random.h"
#include "workloads/dataset/dataset_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// SNB-shaped: persons who know each other, write posts and like them, forums (datasets §9.9).

/// persons at least 5 (a post may be liked by five), avg_friends and posts_per_person at least 1; 0
/// is the default.
Result<void> check(const SocialParams& params);
Dataset describe(const SocialParams& params);
Result<void> generate(const SocialParams& params, SplitMix64& random, DatasetWriter& out);

}  // namespace gb
