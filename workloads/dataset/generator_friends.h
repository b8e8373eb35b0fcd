#pragma once

#include "workloads/dataset/file_list_writer.h"
#include "workloads/dataset/recipe.h"

namespace gb {

// People with the same number of friends each, drawn by the 32-bit Mersenne Twister's raw outputs
// (other-harnesses §3). Duplicate and mutual friendships are kept. Beside nodes/ and rels/ lie the
// six files of that harness.

/// people from 2 to 2^32 - 1, friends at least 1; seed from 0 to 2^32 - 1.
Result<void> check(const FriendsParams& params, std::int64_t seed);
Dataset describe(const FriendsParams& params);
Result<void> generate(const FriendsParams& params, std::int64_t seed, FileListWriter& out);

}  // namespace gb
