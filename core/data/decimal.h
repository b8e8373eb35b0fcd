#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gb {

/// The longest 64-bit integer in decimal, and what put_decimal may write beyond it.
inline constexpr std::size_t kDecimalRoom = 24;

/// "0000" to "9999" in a row.
inline constexpr std::array<char, 40000> kFourDigits = [] {
  std::array<char, 40000> digits{};
  for (std::size_t n = 0; n < 10000; ++n) {
    digits[4 * n] = static_cast<char>('0' + n / 1000);
    digits[4 * n + 1] = static_cast<char>('0' + n / 100 % 10);
    digits[4 * n + 2] = static_cast<char>('0' + n / 10 % 10);
    digits[4 * n + 3] = static_cast<char>('0' + n % 10);
  }
  return digits;
}();

/// Writes `number` in decimal at `out`, which has kDecimalRoom bytes of room; the end of the text.
/// Four digits at a time: about twice as fast as std::to_chars on ids.
inline char* put_decimal(char* out, std::uint64_t number) {
  const auto four = [](char* at, std::uint64_t n) {
    std::memcpy(at, kFourDigits.data() + 4 * n, 4);
    return at + 4;
  };
  const auto leading = [](char* at, std::uint64_t n) {  // below 10000, without leading zeros
    const std::size_t skip = (n < 1000 ? 1U : 0U) + (n < 100 ? 1U : 0U) + (n < 10 ? 1U : 0U);
    std::array<char, 4> digits;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled next
    std::memcpy(digits.data(), kFourDigits.data() + 4 * n, 4);
    std::uint32_t word = 0;
    std::memcpy(&word, digits.data(), 4);
    if constexpr (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
      word >>= 8 * skip;
    } else {
      word <<= 8 * skip;
    }
    std::memcpy(at, &word, 4);
    return at + (4 - skip);
  };
  constexpr std::uint64_t k4 = 10000;
  constexpr std::uint64_t k8 = k4 * k4;
  if (number < k4) return leading(out, number);
  if (number < k8) return four(leading(out, number / k4), number % k4);
  const std::uint64_t high = number / k8;
  const std::uint64_t low = number % k8;
  return four(four(put_decimal(out, high), low / k4), low % k4);
}

}  // namespace gb
