#pragma once

#include <cstdint>

#include "agent/platform/usage.h"
#include "core/document/result_document.h"

namespace gb {

/// What this process and its reaped children had used at one moment.
struct ResourceReading {
  Usage self, children;
  DiskUsage disk;
};

ResourceReading read_resources();

/// Sizes the counters cannot know; -1 where there is no such thing.
struct ResourceSizes {
  std::int64_t dataset_bytes = -1;
  std::int64_t load_bytes = -1;   // by the loader, after load
  std::int64_t store_bytes = -1;  // of the private store, after close
};

/// All rows of result-document §4.6 between two readings: differences, but for the two high-water
/// marks. -1 means nobody could answer and 0 is a measurement. The six rows of a runtime heap are
/// -1: there is none.
ResourceFields resource_fields(const ResourceReading& before, const ResourceReading& after,
                               const ResourceSizes& sizes);

}  // namespace gb
