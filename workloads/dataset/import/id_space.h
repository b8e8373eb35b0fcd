#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gb {

/// Integers, numbered from 0 in the order in which they are added. 16 to 32 bytes each.
class IntegerIds {
 public:
  /// The number of the id, and whether it was added just now.
  struct Added {
    std::int64_t ordinal = 0;
    bool fresh = false;
  };
  Added add(std::int64_t id) { return add(id, size_); }
  /// Under a number of the caller's own.
  Added add(std::int64_t id, std::int64_t ordinal);
  std::optional<std::int64_t> find(std::int64_t id) const;
  std::int64_t size() const { return size_; }

 private:
  struct Slot {
    std::int64_t id = 0;
    std::int64_t ordinal = -1;  // free
  };
  std::size_t slot_of(std::int64_t id) const;
  void grow();

  std::vector<Slot> slots_;  // a power of two of them, at most two thirds taken
  std::int64_t size_ = 0;
};

/// The ids of one id space as the source spells them. "7" and "007" are two ids.
class IdSpace {
 public:
  IntegerIds::Added add(std::string_view id);
  std::optional<std::int64_t> find(std::string_view id) const;
  std::int64_t size() const { return size_; }
  /// Whether each is the shortest spelling of a 64-bit integer.
  bool all_integers() const { return texts_.empty(); }

 private:
  IntegerIds integers_;
  std::unordered_map<std::string, std::int64_t> texts_;  // the others
  std::int64_t size_ = 0;
};

}  // namespace gb
