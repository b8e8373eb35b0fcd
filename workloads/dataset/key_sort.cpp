#include "workloads/dataset/key_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "core/base/parallel.h"

namespace gb {
namespace {

constexpr unsigned kMaxDigitBits = 11;
constexpr std::size_t kFew = 128;                        // a comparison sort is faster
constexpr std::size_t kCached = std::size_t{64} << 10U;  // keys, twice: half a second-level cache
using Places = std::array<std::size_t, (std::size_t{1} << kMaxDigitBits) + 1>;

/// Moves keys to `out`, by the digit of `width` bits at `shift`, keeping the order of equal ones.
/// places[d]: where the keys of digit d begin in `out`; one more, for the end.
void scatter(const std::uint64_t* keys, std::size_t count, std::uint64_t* out, unsigned shift,
             unsigned width, Places& places) {
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  std::fill_n(places.begin(), mask + 2, 0);
  for (std::size_t i = 0; i < count; ++i) ++places[((keys[i] >> shift) & mask) + 1];
  std::partial_sum(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(mask) + 2,
                   places.begin());
  for (std::size_t i = 0; i < count; ++i) out[places[(keys[i] >> shift) & mask]++] = keys[i];
  // Each place is now where the next digit begins.
  for (std::size_t digit = mask + 1; digit > 0; --digit) places[digit] = places[digit - 1];
  places[0] = 0;
}

}  // namespace

void sort_low_bits(std::uint64_t* keys, std::uint64_t* scratch, std::size_t count, unsigned bits) {
  if (bits == 0 || count < 2) return;
  if (count <= kFew) {
    std::sort(keys, keys + count);
    return;
  }
  Places places;  // NOLINT(cppcoreguidelines-pro-type-member-init): scatter fills what it uses
  if (count > kCached && bits > kMaxDigitBits) {
    constexpr unsigned kWidth = 8;
    const unsigned shift = bits - kWidth;
    scatter(keys, count, scratch, shift, kWidth, places);
    for (std::size_t digit = 0; digit < std::size_t{1} << kWidth; ++digit) {
      const std::size_t first = places[digit];
      const std::size_t size = places[digit + 1] - first;
      sort_low_bits(scratch + first, keys + first, size, shift);
      std::copy_n(scratch + first, size, keys + first);
    }
    return;
  }
  // No more counters than keys.
  const unsigned most =
      std::clamp(static_cast<unsigned>(std::bit_width(count)) - 2, 5U, kMaxDigitBits);
  const unsigned passes = (bits + most - 1) / most;
  const unsigned width = (bits + passes - 1) / passes;
  std::uint64_t* from = keys;
  std::uint64_t* to = scratch;
  for (unsigned pass = 0; pass < passes; ++pass) {
    const unsigned shift = pass * width;
    scatter(from, count, to, shift, std::min(width, bits - shift), places);
    std::swap(from, to);
  }
  if (from != keys) std::copy_n(from, count, keys);
}

KeySorter::KeySorter(const std::vector<std::uint64_t>& parts, unsigned bits)
    : shift_(bits > kDigitBits ? bits - kDigitBits : 0),
      parts_(parts.size()),
      count_(std::accumulate(parts.begin(), parts.end(), std::uint64_t{0})),
      gathered_(count_),
      sorted_(count_) {
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts_[i] = {first, first, std::vector<std::uint64_t>(std::size_t{1} << kDigitBits)};
    first += parts[i];
  }
}

void KeySorter::add(std::size_t part, const std::uint64_t* keys, std::size_t count) {
  Part& into = parts_[part];
  std::copy_n(keys, count, gathered_.data() + into.next);
  into.next += count;
  for (std::size_t i = 0; i < count; ++i) ++into.of_digit[digit(keys[i])];
}

const std::uint64_t* KeySorter::sort(unsigned threads, const std::stop_token& stop) {
  constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
  std::vector<std::uint64_t> begins(kDigits + 1);
  std::uint64_t place = 0;
  for (std::size_t d = 0; d < kDigits; ++d) {
    begins[d] = place;
    for (Part& part : parts_) place += std::exchange(part.of_digit[d], place);
  }
  begins[kDigits] = place;
  for_each_index(threads, parts_.size(), [&](std::size_t i) {
    if (stop.stop_requested()) return;
    Part& part = parts_[i];
    const std::uint64_t* keys = gathered_.data();
    std::uint64_t* const out = sorted_.data();
    for (std::uint64_t at = part.first; at < part.next; ++at) {
      out[part.of_digit[digit(keys[at])]++] = keys[at];
    }
  });
  for_each_index(threads, kDigits, [&](std::size_t d) {
    if (stop.stop_requested()) return;
    sort_low_bits(sorted_.data() + begins[d], gathered_.data() + begins[d],
                  static_cast<std::size_t>(begins[d + 1] - begins[d]), shift_);
  });
  return sorted_.data();
}

}  // namespace gb
