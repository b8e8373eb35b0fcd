#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace gb {

inline constexpr std::uint32_t kDefaultPageSize = 50;
inline constexpr std::uint32_t kMaxPageSize = 500;

/// 0 reads as the default, and what is over the limit as the limit.
std::uint32_t page_size_of(std::uint32_t asked);

/// Opaque to callers: the last sequence that was shown, and a mark of the list it belongs to.
std::string page_token(std::string_view list, std::int64_t last_seq);

/// The sequence to go on before; beyond all of them for an empty token. InvalidArgument for what is
/// no token of this list.
Result<std::int64_t> sequence_before(std::string_view list, const std::string& token);

}  // namespace gb
