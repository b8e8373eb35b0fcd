#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/stats/histogram.h"

namespace gb {

/// A histogram as a document holds it: base64 of a zstd frame of varints: how many ranges, the
/// smallest and the largest sample, then per range what its lower bound adds to the one before and
/// its count. About two bytes a range: under 10 kB for any histogram of a run.
std::string encode_histogram(const Histogram& histogram);

/// DataLoss, saying where it breaks, for anything encode_histogram cannot have written.
Result<Histogram> decode_histogram(std::string_view text);

}  // namespace gb
