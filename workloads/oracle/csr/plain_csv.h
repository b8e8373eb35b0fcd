#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "workloads/oracle/csr/mapped_file.h"

namespace gb {

/// One or two columns of integers of a canonical CSV file, read by many threads at once, as long as
/// the file is plain: no quote, no carriage return, no empty line, every line ended, all its fields
/// there, and numbers of at most 18 digits. Of anything else it says no more than that; a CsvReader
/// then reads it or says what is wrong.
class PlainCsv {
 public:
  /// columns: structural types, such as ID or START_ID, or names of properties; one or two. Nothing
  /// when the file is seen not to be plain. Errors are those of CsvReader for the header.
  static Result<std::optional<PlainCsv>> open(const std::filesystem::path& path,
                                              const std::vector<std::string_view>& columns);

  /// Pieces that can be read side by side, each of whole lines, a few MB each.
  std::size_t chunk_count() const { return starts_.size() - 1; }
  std::size_t chunk_bytes(std::size_t chunk) const { return starts_[chunk + 1] - starts_[chunk]; }

  /// row(first, second) for each line of a chunk; with one column, second is 0. False when the
  /// chunk is not plain, or when row returned false.
  template <class Row>
  bool read(std::size_t chunk, const Row& row) const {
    const char* at = file_.bytes().data() + starts_[chunk];
    const char* const end = file_.bytes().data() + starts_[chunk + 1];
    while (at != end) {
      std::array<std::int64_t, 2> values{};
      for (std::size_t column = 0; column < columns_.size(); ++column) {
        const int wanted = columns_[column];
        at = wanted < 0 ? skip(at) : number(at, values[static_cast<std::size_t>(wanted)]);
        if (at == nullptr || *at != (column + 1 == columns_.size() ? '\n' : ',')) return false;
        ++at;
      }
      if (!row(values[0], values[1])) return false;
    }
    return true;
  }

 private:
  static constexpr std::array<bool, 256> kStops = [] {
    std::array<bool, 256> stops{};
    for (const char c : {',', '\n', '"', '\r'}) stops[static_cast<unsigned char>(c)] = true;
    return stops;
  }();

  explicit PlainCsv(MappedFile file) : file_(std::move(file)) {}

  /// Behind the field. A line feed ends every chunk, so this ends.
  static const char* skip(const char* at) {
    while (!kStops[static_cast<unsigned char>(*at)]) ++at;
    return at;
  }

  /// Behind the number; null when there is none.
  const char* number(const char* at, std::int64_t& value) const {
    const bool negative = *at == '-';
    if (negative) ++at;
    std::uint64_t magnitude = 0;
    std::size_t digits = 0;
    // Eight digits at a time where as many bytes are left in the file; the first byte that is no
    // digit is the lowest with its high bit set, whatever it carries into those above it.
    if (std::endian::native == std::endian::little && fast_end_ - at > 0) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, sizeof(word));
      word ^= 0x3030303030303030ULL;
      const std::uint64_t others = ((word + 0x7676767676767676ULL) | word) & 0x8080808080808080ULL;
      digits = static_cast<std::size_t>(std::countr_zero(others)) / 8;
      if (digits == 0) return nullptr;
      word <<= 8 * (8 - digits);
      word = word * 10 + (word >> 8U);
      magnitude = ((word & 0x000000FF000000FFULL) * 0x000F424000000064ULL +
                   ((word >> 16U) & 0x000000FF000000FFULL) * 0x0000271000000001ULL) >>
                  32U;
      at += digits;
      if (digits < 8) {
        value =
            negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
        return at;
      }
    }
    for (; *at >= '0' && *at <= '9'; ++at) {
      magnitude = magnitude * 10 + static_cast<std::uint64_t>(*at - '0');
      if (++digits > kMostDigits) return nullptr;
    }
    value = negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
    return digits > 0 ? at : nullptr;
  }

  static constexpr std::size_t kMostDigits = 18;  // fit 64 bits, whatever they are

  MappedFile file_;
  std::vector<int> columns_;         // for each of the file: which value it gives; -1: none
  std::vector<std::size_t> starts_;  // of the chunks; one more for the end
  const char* fast_end_ = nullptr;   // from here on, fewer than eight bytes are left
};

}  // namespace gb
