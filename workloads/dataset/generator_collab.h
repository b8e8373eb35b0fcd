#pragma once

#include "workloads/dataset/file_list_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// A code-collaboration graph: organisations, persons, repos, topics, issues, comments
// (other-harnesses §2). Ids are strings, a letter and an index; headers have no types.

/// ppm from 10,000 (scale factor 0.01) to 1,000,000 (1).
Result<void> check(const CollabParams& params);
Dataset describe(const CollabParams& params);
Result<void> generate(const CollabParams& params, std::int64_t seed, FileListWriter& out);

}  // namespace gb
