#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/stats/packed_text.h"

namespace gb {

/// Limits of a decoder that reads what a stranger wrote.
inline constexpr std::uint64_t kMaxMultisetBytes = packed::kMaxBytes;  // after decompression

/// The exact latencies of one group, order lost: any percentile can be computed from it for ever.
/// Base64 of a zstd frame (level 3, with checksum) of LEB128 varints: the count, then the
/// difference of each sample to the one before, ascending. About a quarter of a bit per sample at
/// 100,000 samples. Equal multisets have equal bytes under one version of zstd.
/// ascending: sorted, none negative, at most kMaxMultisetBytes / 10 of them.
std::string encode_multiset(std::span<const Nanos> ascending);

/// The samples, ascending. DataLoss, saying where it breaks, for anything encode_multiset cannot
/// have written; ResourceExhausted above kMaxMultisetBytes.
Result<std::vector<Nanos>> decode_multiset(std::string_view text);

}  // namespace gb
