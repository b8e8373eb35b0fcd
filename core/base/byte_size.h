#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace gb {

/// "20GiB", "1.5 TiB", "500MB", "4096", "0": bytes. Units: B, kB, MB, GB, TB of 1000, KiB, MiB,
/// GiB, TiB of 1024, in any case. InvalidArgument for anything else, a negative or what exceeds
/// 2^62.
Result<std::int64_t> parse_byte_size(std::string_view text);

/// "1.5 GiB", "20 GiB", "889 B": for a person.
std::string byte_size_text(std::int64_t bytes);

}  // namespace gb
