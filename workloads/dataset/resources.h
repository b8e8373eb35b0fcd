#pragma once

#include <cstdint>

namespace gb {

/// What generating may use. The bytes it makes are the same for all values.
struct GeneratorResources {
  unsigned threads = 0;                // 0: one per core
  std::int64_t sort_memory_bytes = 0;  // for the edges of rmat and urand; 0: half of the machine's
};

}  // namespace gb
