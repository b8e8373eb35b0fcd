#include "workloads/oracle/csr/id_index.h"

#include <algorithm>
#include <bit>

namespace gb {
namespace {

bool counts_up(std::span<const std::int64_t> ids) {
  for (std::size_t i = 1; i < ids.size(); ++i) {
    if (ids[i - 1] == INT64_MAX || ids[i] != ids[i - 1] + 1) return false;
  }
  return true;
}

}  // namespace

std::size_t IdIndex::slot_of(std::int64_t id) const {
  // Fibonacci hashing: the high bits of the product.
  std::size_t slot = static_cast<std::size_t>(
      (static_cast<std::uint64_t>(id) * 0x9E3779B97F4A7C15ULL) >> hash_shift_);
  while (slots_[slot] != kNone && ids_[slots_[slot]] != id) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

Result<IdIndex> IdIndex::build(std::span<const std::int64_t> ids) {
  IdIndex index;
  index.ids_ = ids;
  if (ids.empty()) return index;
  index.first_ = static_cast<std::uint64_t>(ids.front());
  if (counts_up(ids)) return index;
  const auto [least, most] = std::minmax_element(ids.begin(), ids.end());
  const std::uint64_t span = static_cast<std::uint64_t>(*most) - static_cast<std::uint64_t>(*least);
  index.first_ = static_cast<std::uint64_t>(*least);
  if (span < 4 * ids.size()) {
    index.kind_ = Kind::Table;
    index.slots_.assign(span + 1, kNone);
  } else {
    index.kind_ = Kind::Hash;
    const auto bits = static_cast<unsigned>(std::bit_width(2 * ids.size()));  // at most half full
    index.hash_shift_ = 64 - bits;
    index.slots_.assign(std::size_t{1} << bits, kNone);
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t slot = index.kind_ == Kind::Table
                                 ? static_cast<std::uint64_t>(ids[i]) - index.first_
                                 : index.slot_of(ids[i]);
    if (index.slots_[slot] != kNone) {
      return fail(ErrorCode::InvalidArgument, "two nodes have the id {}", ids[i]);
    }
    index.slots_[slot] = static_cast<Index>(i);
  }
  return index;
}

}  // namespace gb
