#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "workloads/dataset/key_array.h"

namespace gb {

/// Keys that several threads gathered, each part in a stretch of its own, and their way into
/// ascending order: first by their highest digit, all threads side by side; then each digit's keys
/// by themselves, within a core's cache.
class KeySorter {
 public:
  static constexpr std::size_t kBytesPerKey = 2 * sizeof(std::uint64_t);

  /// parts: how many keys each will hold. bits: all keys are below 2^bits; at most 64. Throws
  /// std::bad_alloc.
  KeySorter(const std::vector<std::uint64_t>& parts, unsigned bits);

  /// Adds keys to a part; one thread at a time for each part.
  void add(std::size_t part, const std::uint64_t* keys, std::size_t count);

  /// Once every part has all its keys. The keys in order, or in any once somebody asked to stop;
  /// they belong to the sorter.
  const std::uint64_t* sort(unsigned threads, const std::stop_token& stop = {});

 private:
  static constexpr unsigned kDigitBits = 11;  // 2048 open lines fit the second-level cache

  struct Part {
    std::uint64_t first = 0;
    std::uint64_t next = 0;               // behind the last one added
    std::vector<std::uint64_t> of_digit;  // how many; then, where the next one goes
  };
  std::size_t digit(std::uint64_t key) const { return static_cast<std::size_t>(key >> shift_); }

  unsigned shift_;
  std::vector<Part> parts_;
  std::uint64_t count_ = 0;
  KeyArray gathered_;
  KeyArray sorted_;
};

/// Sorts keys that agree in all but their low `bits` bits; `scratch` has room for as many.
void sort_low_bits(std::uint64_t* keys, std::uint64_t* scratch, std::size_t count, unsigned bits);

}  // namespace gb
