#pragma once

#include <cstdint>
#include <vector>

#include "workloads/dataset/snb29_shape.h"

namespace gb::snb29 {

/// Posts, then comments, in one space of ids, with all their relationships.
Result<void> write_messages(const Snb29Sizes& sizes, std::int64_t seed,
                            const std::vector<std::uint8_t>& cities, FileListWriter& out);

}  // namespace gb::snb29
