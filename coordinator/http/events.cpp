#include "coordinator/http/events.h"

#include <fmt/format.h>

#include <algorithm>

namespace gb {

EventHub::EventHub(Lab& lab, const HttpLimits& limits)
    : limits_(limits), subscription_(lab.subscribe([this](std::uint64_t counter) {
        const std::lock_guard lock(mutex_);
        counter_ = std::max(counter_, counter);
        changed_.notify_all();
      })) {}

std::shared_ptr<EventStream> EventHub::open() {
  const std::lock_guard lock(mutex_);
  if (stopped_ || clients_ >= limits_.event_clients) return nullptr;
  ++clients_;
  return std::make_shared<EventStream>(*this);
}

void EventHub::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

EventStream::~EventStream() {
  const std::lock_guard lock(hub_.mutex_);
  --hub_.clients_;
}

std::optional<std::string> EventStream::next() {
  constexpr Nanos kLook = std::chrono::seconds(1);
  std::unique_lock lock(hub_.mutex_);
  if (told_) {
    const Instant keepalive_at = told_at_ + hub_.limits_.event_keepalive;
    hub_.changed_.wait_until(lock, std::min(now() + kLook, keepalive_at),
                             [this] { return hub_.stopped_ || hub_.counter_ != *told_; });
    if (!hub_.stopped_ && hub_.counter_ == *told_) {
      if (now() < keepalive_at) return std::string();
      told_at_ = now();
      return ": nothing new\n\n";
    }
    // Whatever else changes within the gap is told by the same event.
    hub_.changed_.wait_until(lock, told_at_ + hub_.limits_.event_gap,
                             [this] { return hub_.stopped_; });
  }
  if (hub_.stopped_) return std::nullopt;
  told_ = hub_.counter_;
  told_at_ = now();
  return fmt::format("event: change\nid: {0}\nretry: 1000\ndata: {{\"counter\":{0}}}\n\n", *told_);
}

}  // namespace gb
