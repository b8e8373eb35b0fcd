#pragma once

#include "workloads/dataset/file_list_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// An SNB-like graph of 26 files (other-harnesses §4.3), exact at 300 and 3,000 persons; other sizes
// take their totals from the line through those, and their name says so. Ids are unique within a
// label alone, posts and comments sharing those of Message.

/// persons from 50 (fewer cannot know ten others each) to 10,000,000.
Result<void> check(const Snb29Params& params);
Dataset describe(const Snb29Params& params);
Result<void> generate(const Snb29Params& params, std::int64_t seed, FileListWriter& out);

}  // namespace gb
