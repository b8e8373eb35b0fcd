#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "workloads/oracle/csr/csr.h"

namespace gb {

/// From a node's id to its index. Ids that count up cost nothing, others that lie close together
/// one table access, any others a hash table.
class IdIndex {
 public:
  using Index = Csr::Index;
  static constexpr Index kNone = std::numeric_limits<Index>::max();

  IdIndex() = default;
  /// ids: fewer than kNone; they must outlive this. InvalidArgument naming an id that occurs twice.
  static Result<IdIndex> build(std::span<const std::int64_t> ids);

  /// kNone when no node has the id.
  Index find(std::int64_t id) const {
    const std::uint64_t offset = static_cast<std::uint64_t>(id) - first_;
    if (kind_ == Kind::CountUp) return offset < ids_.size() ? static_cast<Index>(offset) : kNone;
    if (kind_ == Kind::Table) return offset < slots_.size() ? slots_[offset] : kNone;
    return find_hashed(id);
  }

 private:
  enum class Kind { CountUp, Table, Hash };

  Index find_hashed(std::int64_t id) const { return slots_[slot_of(id)]; }
  std::size_t slot_of(std::int64_t id) const;  // where it is or would be

  std::span<const std::int64_t> ids_;
  std::uint64_t first_ = 0;  // the smallest id
  Kind kind_ = Kind::CountUp;
  unsigned hash_shift_ = 0;
  std::vector<Index> slots_;
};

}  // namespace gb
