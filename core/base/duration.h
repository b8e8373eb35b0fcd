#pragma once

#include <string>
#include <string_view>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace gb {

/// Reads "2s", "500ms", "1m30s", "250us", "10ns" (also "µs"; fractions as in "1.5s"). A bare number
/// has no unit and is refused.
Result<Nanos> parse_duration(std::string_view text);

/// Exact duration notation of result-document §7: 0 -> "0s", 154541 ns -> "154.541µs", 3661 s ->
/// "1h1m1s". No rounding.
std::string format_duration(Nanos span);

/// RFC 3339 in UTC, up to nine fraction digits, trailing zeros dropped:
/// "2026-08-19T15:12:25.115597Z".
std::string format_rfc3339(WallTime time);

/// Inverse of format_rfc3339; accepts any RFC 3339 offset and fraction. Years 1678 to 2261, which
/// are all that nanoseconds in 64 bits can hold.
Result<WallTime> parse_rfc3339(std::string_view text);

/// "20260819T151225Z": the time stamp of result file names, fraction dropped.
std::string format_compact_utc(WallTime time);

}  // namespace gb
