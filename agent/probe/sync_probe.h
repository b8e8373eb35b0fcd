#pragma once

#include <filesystem>
#include <vector>

#include "core/document/result_document.h"

namespace gb {

inline constexpr std::size_t kSyncBatches = 5;
inline constexpr std::size_t kSyncBatchSize = 15;

/// Below this no device answered the flush (measurement §14: 9999 ns no, 10000 ns yes).
inline constexpr std::int64_t kSlowestMemoryFlushNanos = 10'000;

/// What one durable flush costs on the volume of `folder`: a 4096-byte page written at offset 0 of
/// a private file and flushed, 1 + 75 times back to back; the first one, which also allocates the
/// block, is discarded. Never fails: on any error every figure is -1 and `why_not` says why.
/// Source: measurement §14, Rev 2.
SyncProbe probe_durable_sync(const std::filesystem::path& folder);

/// Fills median (38th of 75), band (smallest and largest of the five batch medians, each the 8th of
/// its 15) and whether a device answered. all_ns: 75 flushes in order.
void judge_flushes(SyncProbe& probe, bool in_memory);

}  // namespace gb
