#include "core/base/id.h"

#include <sys/random.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>

namespace gb {

bool is_identifier(std::string_view text) {
  if (text.empty() || text.size() > 64) return false;
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  if (!plain(text.front())) return false;
  for (const char c : text) {
    if (!plain(c) && c != '.' && c != '_' && c != '-') return false;
  }
  return true;
}

std::string new_uuid_v7() {
  std::array<std::uint8_t, 16> bytes{};
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = getrandom(bytes.data() + filled, bytes.size() - filled, 0);
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  const auto millis = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count());
  for (std::size_t i = 0; i < 6; ++i) {
    bytes[i] = static_cast<std::uint8_t>((millis >> (40 - 8 * i)) & 0xFFU);
  }
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0FU) | 0x70U);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3FU) | 0x80U);

  std::string text;
  text.reserve(36);
  constexpr std::string_view kHex = "0123456789abcdef";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text.push_back('-');
    text.push_back(kHex[bytes[i] >> 4U]);
    text.push_back(kHex[bytes[i] & 0x0FU]);
  }
  return text;
}

}  // namespace gb
