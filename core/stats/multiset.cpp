#include "core/stats/multiset.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "core/stats/packed_text.h"

namespace gb {
namespace {

Result<std::vector<Nanos>> parse(std::string_view bytes) {
  std::uint64_t count = 0;
  if (!packed::take_varint(bytes, count))
    return fail(ErrorCode::DataLoss, "the count cannot be read");
  // Every sample takes a byte or more, so a false count cannot make us reserve more than we hold.
  if (count > bytes.size()) {
    return fail(ErrorCode::DataLoss, "{} samples are announced, {} bytes follow", count,
                bytes.size());
  }
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  std::vector<Nanos> samples;
  samples.reserve(count);
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t step = 0;
    if (!packed::take_varint(bytes, step)) {
      return fail(ErrorCode::DataLoss, "sample {} of {} cannot be read", i + 1, count);
    }
    if (step > kMax - value) {
      return fail(ErrorCode::DataLoss, "sample {} of {} exceeds 2^63 - 1 ns", i + 1, count);
    }
    value += step;
    samples.emplace_back(static_cast<std::int64_t>(value));
  }
  if (!bytes.empty()) {
    return fail(ErrorCode::DataLoss, "{} bytes follow the last sample", bytes.size());
  }
  return samples;
}

}  // namespace

std::string encode_multiset(std::span<const Nanos> ascending) {
  assert(std::is_sorted(ascending.begin(), ascending.end()));
  std::string bytes;
  bytes.reserve(ascending.size() * 2 + 10);
  packed::put_varint(bytes, ascending.size());
  std::int64_t before = 0;
  for (const Nanos sample : ascending) {
    packed::put_varint(bytes, static_cast<std::uint64_t>(sample.count() - before));
    before = sample.count();
  }
  return packed::pack(bytes);
}

Result<std::vector<Nanos>> decode_multiset(std::string_view text) {
  const auto bytes = packed::unpack(text);
  if (!bytes) return within("samples", bytes.error());
  auto samples = parse(*bytes);
  if (!samples) return within("samples", samples.error());
  return samples;
}

}  // namespace gb
