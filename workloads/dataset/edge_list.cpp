#include "workloads/dataset/edge_list.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gb {
namespace {

constexpr unsigned kDigitBits = 11;  // 2048 counters fit the first-level cache
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;

template <class Key>
void radix_sort(std::vector<Key>& keys, unsigned bits) {
  std::vector<Key> other(keys.size());
  for (unsigned shift = 0; shift < bits; shift += kDigitBits) {
    const auto digit = [shift](Key key) {
      return static_cast<std::size_t>(key >> shift) & (kDigits - 1);
    };
    std::array<std::size_t, kDigits> places{};
    for (const Key key : keys) ++places[digit(key)];
    std::size_t next = 0;
    for (std::size_t& place : places) next += std::exchange(place, next);
    for (const Key key : keys) other[places[digit(key)]++] = key;
    keys.swap(other);
  }
}

}  // namespace

void sort_keys(std::vector<std::uint64_t>& keys, unsigned bits) { radix_sort(keys, bits); }
void sort_keys(std::vector<WideKey>& keys, unsigned bits) { radix_sort(keys, bits); }

Result<void> check_edge_memory(std::int64_t edges, unsigned bits) {
  const double needed = static_cast<double>(edges) * 2 * (bits <= 64 ? 8 : 16);
  const double there = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(::sysconf(_SC_PAGE_SIZE));
  if (needed <= there) return {};
  return fail(ErrorCode::ResourceExhausted,
              "sorting {} edges needs {:.1f} GB of memory, and this machine has {:.1f} GB", edges,
              needed / 1e9, there / 1e9);
}

}  // namespace gb
