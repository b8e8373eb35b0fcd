#include "workloads/dataset/import/id_space.h"

#include <array>
#include <charconv>

namespace gb {
namespace {

constexpr std::size_t kFirstSlots = 1024;

std::optional<std::int64_t> canonical_integer(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  std::array<char, 24> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  if (text !=
      std::string_view(digits.data(), static_cast<std::size_t>(written.ptr - digits.data())))
    return std::nullopt;
  return number;
}

}  // namespace

std::size_t IntegerIds::slot_of(std::int64_t id) const {
  // The finaliser of SplitMix64: ids of real data share their low bits.
  auto hash = static_cast<std::uint64_t>(id);
  hash = (hash ^ (hash >> 30U)) * 0xBF58476D1CE4E5B9U;
  hash = (hash ^ (hash >> 27U)) * 0x94D049BB133111EBU;
  hash ^= hash >> 31U;
  std::size_t at = hash & (slots_.size() - 1);
  while (slots_[at].ordinal >= 0 && slots_[at].id != id) at = (at + 1) & (slots_.size() - 1);
  return at;
}

void IntegerIds::grow() {
  std::vector<Slot> old(slots_.empty() ? kFirstSlots : slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.ordinal >= 0) slots_[slot_of(slot.id)] = slot;
  }
}

IntegerIds::Added IntegerIds::add(std::int64_t id, std::int64_t ordinal) {
  if (static_cast<std::size_t>(size_) * 3 >= slots_.size() * 2) grow();
  Slot& slot = slots_[slot_of(id)];
  if (slot.ordinal >= 0) return {slot.ordinal, false};
  slot = {id, ordinal};
  ++size_;
  return {ordinal, true};
}

std::optional<std::int64_t> IntegerIds::find(std::int64_t id) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[slot_of(id)];
  if (slot.ordinal < 0) return std::nullopt;
  return slot.ordinal;
}

IntegerIds::Added IdSpace::add(std::string_view id) {
  IntegerIds::Added added;
  if (const auto integer = canonical_integer(id)) {
    added = integers_.add(*integer, size_);
  } else {
    const auto [found, fresh] = texts_.try_emplace(std::string(id), size_);
    added = {found->second, fresh};
  }
  if (added.fresh) ++size_;
  return added;
}

std::optional<std::int64_t> IdSpace::find(std::string_view id) const {
  if (const auto integer = canonical_integer(id)) return integers_.find(*integer);
  if (texts_.empty()) return std::nullopt;
  const auto found = texts_.find(std::string(id));
  if (found == texts_.end()) return std::nullopt;
  return found->second;
}

}  // namespace gb
