#include "coordinator/lab/scrubber.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace gb {
namespace {

// A start must not wait for it: 128 commits are about as many milliseconds.
constexpr std::uint32_t kTail = 128;

constexpr Nanos kSlice = std::chrono::milliseconds(2);
// Of the lab's thread: one part in twenty.
constexpr int kRestForOneOfWork = 19;
constexpr Nanos kLookAgain = std::chrono::seconds(1);

}  // namespace

bool Scrubber::check(ScrubMark& mark, std::uint32_t links, std::uint64_t& damaged) {
  const auto found = store_.scrub(mark, links);
  if (!found) {
    ++damaged;
    spdlog::error("store damaged: {}", found.error().message);
    return false;
  }
  for (const std::string& what : *found) spdlog::error("store damaged: {}", what);
  damaged += found->size();
  return true;
}

void Scrubber::check_tail() {
  auto mark = store_.tail(kTail);
  if (!mark) {
    ++damaged_;
    spdlog::error("store damaged: {}", mark.error().message);
    return;
  }
  (void)check(*mark, kTail, damaged_);
}

LabTime Scrubber::step(LabTime now, bool idle) {
  const LabTime start = std::max(due_, next_slice_);
  if (now < start) return start;
  if (!idle && now < due_ + every_) return now + kLookAgain;

  const Instant began = gb::now();
  Nanos spent{0};
  bool readable = true;
  while (readable && !mark_.at_end && spent < kSlice) {
    readable = check(mark_, 1, found_);
    spent = gb::now() - began;
  }
  if (readable && !mark_.at_end) {
    next_slice_ = now + spent + kRestForOneOfWork * spent;
    return next_slice_;
  }
  damaged_ = found_;
  found_ = 0;
  ++passes_;
  spdlog::info("store checked commits={} damaged={}", mark_.next - 1, damaged_);
  mark_ = {};
  due_ = now + every_;
  return due_;
}

}  // namespace gb
