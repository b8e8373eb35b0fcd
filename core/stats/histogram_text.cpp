#include "core/stats/histogram_text.h"

#include <vector>

#include "core/stats/packed_text.h"

namespace gb {
namespace {

constexpr auto kMax = static_cast<std::uint64_t>(INT64_MAX);

Result<Histogram> parse(std::string_view bytes) {
  std::uint64_t ranges = 0, min = 0, max = 0;
  if (!packed::take_varint(bytes, ranges) || !packed::take_varint(bytes, min) ||
      !packed::take_varint(bytes, max) || min > kMax || max > kMax) {
    return fail(ErrorCode::DataLoss, "the head cannot be read");
  }
  // Every range takes two bytes or more, so a false number cannot make us reserve more than we
  // hold.
  if (ranges > bytes.size() / 2) {
    return fail(ErrorCode::DataLoss, "{} ranges are announced, {} bytes follow", ranges,
                bytes.size());
  }
  std::vector<Histogram::Range> found;
  found.reserve(ranges);
  std::uint64_t low = 0;
  for (std::uint64_t i = 0; i < ranges; ++i) {
    std::uint64_t step = 0, count = 0;
    if (!packed::take_varint(bytes, step) || !packed::take_varint(bytes, count) ||
        step > kMax - low) {
      return fail(ErrorCode::DataLoss, "range {} of {} cannot be read", i + 1, ranges);
    }
    low += step;
    found.push_back(Histogram::range_around(Nanos(static_cast<std::int64_t>(low))));
    if (found.back().low.count() != static_cast<std::int64_t>(low)) {
      return fail(ErrorCode::DataLoss, "range {} of {} begins nowhere on this scale", i + 1,
                  ranges);
    }
    found.back().count = count;
  }
  if (!bytes.empty()) return fail(ErrorCode::DataLoss, "{} bytes follow the last", bytes.size());
  auto histogram = Histogram::restored(found, Nanos(static_cast<std::int64_t>(min)),
                                       Nanos(static_cast<std::int64_t>(max)));
  if (!histogram) return fail(ErrorCode::DataLoss, "{}", histogram.error().message);
  return histogram;
}

}  // namespace

std::string encode_histogram(const Histogram& histogram) {
  const std::vector<Histogram::Range> ranges = histogram.ranges();
  std::string bytes;
  packed::put_varint(bytes, ranges.size());
  packed::put_varint(bytes, static_cast<std::uint64_t>(histogram.min().count()));
  packed::put_varint(bytes, static_cast<std::uint64_t>(histogram.max().count()));
  std::int64_t before = 0;
  for (const Histogram::Range& range : ranges) {
    packed::put_varint(bytes, static_cast<std::uint64_t>(range.low.count() - before));
    packed::put_varint(bytes, range.count);
    before = range.low.count();
  }
  return packed::pack(bytes);
}

Result<Histogram> decode_histogram(std::string_view text) {
  const auto bytes = packed::unpack(text);
  if (!bytes) return within("histogram", bytes.error());
  auto histogram = parse(*bytes);
  if (!histogram) return within("histogram", histogram.error());
  return histogram;
}

}  // namespace gb
