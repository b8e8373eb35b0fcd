#include "workloads/dataset/sampling.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

namespace gb {
namespace {

/// Up to this many, a sorted array is faster than a hash table.
constexpr std::size_t kFew = 64;

/// Fibonacci hashing: the high bits of the product.
std::size_t slot_of(std::int64_t value, unsigned bits) {
  return static_cast<std::size_t>((static_cast<std::uint64_t>(value) * 0x9E3779B97F4A7C15ULL) >>
                                  (64 - bits));
}

}  // namespace

PowerLawTable::PowerLawTable(std::int64_t low, std::int64_t high, double gamma, StopCheck check)
    : low_(low) {
  cumulative_.reserve(static_cast<std::size_t>(high - low + 1));
  double sum = 0;
  for (std::int64_t d = low; d <= high; ++d) {
    sum += std::pow(static_cast<double>(d), -gamma);
    cumulative_.push_back(sum);
    check();
  }
  for (double& c : cumulative_) c /= sum;
}

std::int64_t PowerLawTable::pick(double r) const {
  const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), r);
  const auto index = std::min(found - cumulative_.begin(), std::ssize(cumulative_) - 1);
  return low_ + index;
}

double PowerLawTable::mean() const {
  double mean = 0;
  double before = 0;
  for (std::size_t i = 0; i < cumulative_.size(); ++i) {
    const double term =
        static_cast<double>(low_ + static_cast<std::int64_t>(i)) * (cumulative_[i] - before);
    mean += term;
    before = cumulative_[i];
  }
  return mean;
}

std::span<const std::int64_t> DistinctPicker::pick(SplitMix64& random, std::int64_t n,
                                                   std::int64_t k, std::int64_t excluded) {
  const auto count = static_cast<std::size_t>(k);
  picked_.clear();
  if (count <= kFew) {
    pick_few(random, static_cast<std::uint64_t>(n), count, excluded);
  } else {
    pick_many(random, static_cast<std::uint64_t>(n), count, excluded);
  }
  return picked_;
}

void DistinctPicker::pick_few(SplitMix64& random, std::uint64_t n, std::size_t k,
                              std::int64_t excluded) {
  while (picked_.size() < k) {
    const auto value = static_cast<std::int64_t>(random.below(n));
    const auto at = std::lower_bound(picked_.begin(), picked_.end(), value);
    if (value == excluded || (at != picked_.end() && *at == value)) continue;
    picked_.insert(at, value);
  }
}

void DistinctPicker::pick_many(SplitMix64& random, std::uint64_t n, std::size_t k,
                               std::int64_t excluded) {
  const auto bits = static_cast<unsigned>(std::bit_width(2 * k));  // at most half full
  slots_.assign(std::size_t{1} << bits, kNone);
  const std::size_t mask = slots_.size() - 1;
  picked_.reserve(k);
  while (picked_.size() < k) {
    check_();
    const auto value = static_cast<std::int64_t>(random.below(n));
    if (value == excluded) continue;
    std::size_t slot = slot_of(value, bits);
    while (slots_[slot] != kNone && slots_[slot] != value) slot = (slot + 1) & mask;
    if (slots_[slot] == value) continue;
    slots_[slot] = value;
    picked_.push_back(value);
  }
  std::sort(picked_.begin(), picked_.end());
}

void random_text(SplitMix64& random, std::size_t length, std::string& text) {
  constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
  text.resize(length);
  for (char& c : text) c = kAlphabet[random.below(kAlphabet.size())];
}

}  // namespace gb
