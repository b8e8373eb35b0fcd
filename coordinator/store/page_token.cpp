#include "coordinator/store/page_token.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/base/sha256.h"

namespace gb {
namespace {

constexpr std::size_t kMarkBytes = 12;

std::string mark_of(std::string_view list) { return sha256_hex(list).substr(0, kMarkBytes); }

}  // namespace

std::uint32_t page_size_of(std::uint32_t asked) {
  return asked == 0 ? kDefaultPageSize : std::min(asked, kMaxPageSize);
}

std::string page_token(std::string_view list, std::int64_t last_seq) {
  return fmt::format("{}{:x}", mark_of(list), last_seq);
}

Result<std::int64_t> sequence_before(std::string_view list, const std::string& token) {
  if (token.empty()) return std::numeric_limits<std::int64_t>::max();
  std::int64_t seq = 0;
  if (token.size() > kMarkBytes && token.starts_with(mark_of(list))) {
    const char* const end = token.data() + token.size();
    const auto parsed = std::from_chars(token.data() + kMarkBytes, end, seq, 16);
    if (parsed.ec == std::errc() && parsed.ptr == end && seq > 0) return seq;
  }
  return fail(
      ErrorCode::InvalidArgument,
      "the page token is not one of this list: take next_page_token of the page before, with "
      "the same filters, or none for the first page");
}

}  // namespace gb
