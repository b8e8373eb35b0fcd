#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace gb::packed {

// How samples and histograms stand in a document: base64 of one zstd frame (level 3, with checksum)
// of LEB128 varints. Private to core/stats.

/// The most that is unpacked from what a stranger wrote.
inline constexpr std::uint64_t kMaxBytes = 1ULL << 28U;

void put_varint(std::string& bytes, std::uint64_t value);

/// Takes one varint off the front; false when it is cut, longer than 64 bits or padded with zeros.
bool take_varint(std::string_view& bytes, std::uint64_t& value);

std::string pack(std::string_view bytes);

/// DataLoss for what `pack` cannot have written, ResourceExhausted above kMaxBytes.
Result<std::string> unpack(std::string_view text);

}  // namespace gb::packed
