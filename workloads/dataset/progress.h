#pragma once

#include <cstdint>
#include <functional>

namespace gb {

/// Rows written so far and in all; the second is 0 while unknown. One call at a time, from any
/// of the generating threads, about once per 256 KiB.
using DatasetProgress = std::function<void(std::int64_t, std::int64_t)>;

}  // namespace gb
