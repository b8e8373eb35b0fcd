#pragma once

#include <cstdint>
#include <vector>

#include "workloads/dataset/snb29_shape.h"

namespace gb::snb29 {

/// The city of each person, 0 to 47.
std::vector<std::uint8_t> draw_cities(const Snb29Sizes& sizes, std::int64_t seed);

/// Persons with all their relationships but those to messages.
Result<void> write_persons(const Snb29Sizes& sizes, std::int64_t seed,
                           const std::vector<std::uint8_t>& cities, FileListWriter& out);

/// Forums with their moderators, tags and members.
Result<void> write_forums(const Snb29Sizes& sizes, std::int64_t seed, FileListWriter& out);

}  // namespace gb::snb29
