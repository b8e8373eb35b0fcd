#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace gb {

/// The unit one row of the reference's matrix is printed in.
enum class RowUnit { Ns, Us, Ms, S };

/// By the truncated mean of the positive values: below 1 µs ns, below 1 ms µs, below 1 s ms, else
/// s; ms without any (result-document §6.2).
RowUnit row_unit(std::span<const std::int64_t> nanos);

/// In that unit: whole ns, one decimal of µs, two of ms, three of s, rounded as C's printf does.
std::string in_unit(std::int64_t nanos, RowUnit unit);

/// With a unit of its own and three significant digits: "317ns", "1.25µs", "58.9s".
std::string three_digits(std::int64_t nanos);

/// "13.8 MiB"; -1 -> "n/a".
std::string format_bytes(std::int64_t bytes);

}  // namespace gb
